import CFIDO
import Foundation

/// Finds the security keys that are plugged in.
struct KeyFinder {
  /// The kernel's list of HID devices, and the folder of the files through which they are reached.
  var list = "/sys/class/hidraw", devices = "/dev"
  /// Returns `true` if this process may open the file.
  var mayOpen: @Sendable (String) -> Bool = { access($0, R_OK | W_OK) == 0 }

  /// Returns the paths of the keys that this person may open.
  ///
  /// - Throws: `noKey`, or `notPermitted` if there is one that they may not open: libfido2 does not list it.
  func find() throws(SecurityKeyProblem) -> [String] {
    let found = Self.manifest()
    if found.isEmpty { throw forbidden.map(SecurityKeyProblem.notPermitted) ?? .noKey }
    return found
  }

  private static func manifest() -> [String] {
    let most = 64
    var list = fido_dev_info_new(most), count = 0
    defer { fido_dev_info_free(&list, most) }
    guard fido_dev_info_manifest(list, most, &count) == FIDO_OK else { return [] }
    return (0..<count).compactMap { at in
      fido_dev_info_ptr(list, at).flatMap(fido_dev_info_path).map { String(cString: $0) }
    }
  }

  /// A security key that may not be opened, found by how its reports are described to everybody.
  var forbidden: String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: list)) ?? []
    return names.sorted().lazy.filter { name in
      let described = FileManager.default.contents(atPath: "\(list)/\(name)/device/report_descriptor") ?? Data()
      return described.firstRange(of: Self.usagePage) != nil
    }.map { "\(devices)/\($0)" }.first { !mayOpen($0) }
  }
  /// The usage page of FIDO, 0xF1D0, as an item of a report descriptor (CTAP 2.1 §11.2.8.2, HID 1.11 §6.2.2.7).
  private static let usagePage = Data([0x06, 0xd0, 0xf1])
}
