import Foundation
import Testing

@testable import SecurityKeys

/// Which HID devices are security keys that this person may not open.
@Suite struct KeyFinderTests {
  /// The beginnings of the report descriptors of a security key (CTAP 2.1 §11.2.8.2) and of a mouse.
  private static let key = Data([0x06, 0xd0, 0xf1, 0x09, 0x01, 0xa1, 0x01]), mouse = Data([0x05, 0x01, 0x09, 0x02])

  @Test("A key that may not be opened is named by its path, and how to be allowed is said") func forbidden() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hidraw-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, descriptor) in [("hidraw0", Self.mouse), ("hidraw1", Self.key), ("hidraw2", Self.key)] {
      let device = folder.appending(path: "\(name)/device")
      try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
      try descriptor.write(to: device.appending(path: "report_descriptor"))
    }
    var finder = KeyFinder(list: folder.path)
    finder.mayOpen = { $0 == "/dev/hidraw1" }
    #expect(finder.forbidden == "/dev/hidraw2")
    let said = SecurityKeyProblem.notPermitted("/dev/hidraw2").sentence.said
    #expect(said.contains("setfacl -m u:NAME:rw /dev/hidraw2"))
    finder.mayOpen = { _ in true }
    #expect(finder.forbidden == nil)
    #expect(KeyFinder(list: "/nowhere").forbidden == nil)
  }
}
