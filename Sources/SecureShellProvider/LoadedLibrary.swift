import CSecureShell
import Foundation

/// This library, as the process has it that loaded it.
enum LoadedLibrary {
  private typealias AddressOf = @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<loaded_library>) -> Int32
  /// RTLD_NODELETE, which Swift does not see.
  private static let neverUnload: Int32 = 0x1000

  /// OpenSSH unloads its provider when it has its answer. The threads on which Swift works do not end with that, and must not lose the code
  /// under their feet.
  static func keep(with function: @convention(c) () -> UInt32) {
    guard let symbol = dlsym(nil, "dladdr") else { return }
    var library = loaded_library()
    guard unsafeBitCast(symbol, to: AddressOf.self)(unsafeBitCast(function, to: UnsafeRawPointer.self), &library) != 0, let path = library.path
    else { return }
    _ = dlopen(path, RTLD_NOW | neverUnload)
  }
}
