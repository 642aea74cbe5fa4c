# heed_embed(TARGET SYMBOL FILE): puts a file's bytes into TARGET, as `extern const char SYMBOL[]` and
# `extern const char SYMBOL_end[]`, by way of the assembler.
function(heed_embed target symbol file)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT [=[
__asm__(".section .rodata\n"
        ".global @symbol@\n"
        "@symbol@:\n"
        ".incbin \"@file@\"\n"
        ".global @symbol@_end\n"
        "@symbol@_end:\n"
        ".byte 0\n"
        ".previous\n");
]=] @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${file} SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
