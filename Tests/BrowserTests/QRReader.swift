import Foundation
import Testing

/// Reads a QR code from a picture, as a phone's camera would: with zbar, which shares nothing with what drew it.
enum QRReader {
  private static let program = "/usr/bin/zbarimg"

  /// The text of the one code in a PNG.
  static func text(in picture: Data) throws -> String {
    try #require(
      FileManager.default.isExecutableFile(atPath: program), "\(program) is missing: install Debian's zbar-tools, or run scripts/setup tests")
    let file = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID()).png")
    try picture.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, stdout, stderr) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path]
    (process.standardOutput, process.standardError) = (stdout, stderr)
    try process.run()
    let said = try stdout.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "zbarimg read no code: \(String(decoding: complaint, as: UTF8.self))")
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
