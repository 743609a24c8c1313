import Foundation
import TestProgram
import Testing

/// Reads a QR code from a picture, as a phone's camera would: with zbar, which shares no code with the drawing side.
enum QRReader {
  private static let program = "/usr/bin/zbarimg"

  /// The text of the only code in a PNG.
  static func text(in picture: Data) async throws -> String {
    try #require(
      FileManager.default.isExecutableFile(atPath: program),
      "\(program) is missing: install Debian's zbar-tools, or run scripts/setup tests")
    let file = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID()).png")
    try picture.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let read = try await TestProgram([program, "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path]).run()
    #expect(read.status == 0, "zbarimg read no code: \(read.errors)")
    return read.output.trimmingCharacters(in: .newlines)
  }
}
