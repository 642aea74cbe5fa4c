# `cmake --install`: the programs, the libraries with their headers, and the package that find_package(heed) reads.
include(CMakePackageConfigHelpers)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/heed)

foreach(headers ${CMAKE_SOURCE_DIR}/src/heed ${CMAKE_BINARY_DIR}/generated/heed)
  install(
    DIRECTORY ${headers}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING
    PATTERN "*.h")
endforeach()

install(EXPORT heedTargets NAMESPACE heed:: DESTINATION ${package_directory})
install(EXPORT heedTorchTargets NAMESPACE heed:: DESTINATION ${package_directory})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/heedConfig.cmake.in ${CMAKE_BINARY_DIR}/heedConfig.cmake
                              INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/heedConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/heedConfig.cmake ${CMAKE_BINARY_DIR}/heedConfigVersion.cmake
        DESTINATION ${package_directory})
