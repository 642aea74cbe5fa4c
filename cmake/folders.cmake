# One library a folder of src/heed/, with the only folders it may use. The same list is written to folders.txt,
# which the include-direction test reads: links and includes cannot disagree.
#   heed_folder(NAME USES folder... LIBRARIES target...)
set(HEED_FOLDERS_FILE ${CMAKE_BINARY_DIR}/folders.txt)
file(WRITE ${HEED_FOLDERS_FILE} "")

function(heed_folder name)
  cmake_parse_arguments(ARG "TORCH" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/heed/${name}/*.cpp)
  add_library(heed_${name} STATIC ${sources})
  add_library(heed::${name} ALIAS heed_${name})
  target_include_directories(
    heed_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src> $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/generated>
                        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(heed_${name} PUBLIC cxx_std_20)
  set_target_properties(heed_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS heed_${name} EXPORT heedTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  list(TRANSFORM ARG_USES PREPEND heed_ OUTPUT_VARIABLE uses)
  target_link_libraries(heed_${name} PUBLIC ${uses} ${ARG_LIBRARIES})
  if(ARG_TORCH)
    heed_use_torch(heed_${name})
  endif()
  list(JOIN ARG_USES " " line)
  file(APPEND ${HEED_FOLDERS_FILE} "${name}: ${line}\n")
endfunction()

# libtorch's headers are slow to read: every target that includes them shares one precompiled header.
function(heed_use_torch target)
  target_include_directories(${target} SYSTEM PUBLIC ${TORCH_INCLUDE_DIRS})
  target_link_libraries(${target} PUBLIC ${TORCH_LIBRARIES})
  if(target STREQUAL heed_ops)
    target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src/heed/ops/precompiled.h)
  else()
    target_precompile_headers(${target} REUSE_FROM heed_ops)
  endif()
endfunction()

# A header that includes every header of a folder, so that a new part there needs one line: its place in the list.
function(heed_include_all folder)
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/heed/${folder}/*.h)
  set(text "// Every header of heed/${folder}/. Written by CMake.\n#pragma once\n")
  foreach(header IN LISTS headers)
    string(APPEND text "#include \"${header}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/heed/${folder}/all.h CONTENT "${text}" @ONLY)
endfunction()
