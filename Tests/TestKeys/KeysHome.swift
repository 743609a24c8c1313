import Foundation
import TestProgram
import TestTPM

/// A data folder for `latchstring keys`, with a pinentry that types its PIN and, if the keys are to be in a TPM, a TPM.
/// It is removed once the last reference to it is released.
public final class KeysHome: Sendable {
  public static let pin = "246810"

  public let folder: String
  /// The TPM, or `nil` if the keys are in a file.
  public let tpm: TestTPM?
  public let pinentry: ScriptedPinentry

  public init(_ tpm: TestTPM? = nil) throws {
    folder =
      FileManager.default.temporaryDirectory.appending(path: "latchstring-keys-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
    self.tpm = tpm
    pinentry = try ScriptedPinentry(in: folder, pin: Self.pin)
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  public var data: String { folder + "/data" }
  /// The environment that tells the program where things are.
  public var environment: [String: String] {
    [
      "LATCHSTRING_DATA": data, "LATCHSTRING_KEYS_PINENTRY": pinentry.program, "HOME": folder + "/home",
      "XDG_CONFIG_HOME": folder + "/home/.config",
      "LATCHSTRING_KEYS_STORE": tpm == nil ? "file" : "tpm", "LATCHSTRING_KEYS_TCTI": tpm?.device ?? "device:/dev/none",
    ]
  }

  public func program(_ arguments: [String]) -> TestProgram {
    .latchstring(["keys"] + arguments, environment: environment)
  }
  public func run(_ arguments: String...) async throws -> TestProgram.Outcome { try await program(arguments).run() }

  /// Runs the program with secrets, each a line that it reads from descriptor 3.
  public func run(_ arguments: String..., typing lines: [String]) async throws -> TestProgram.Outcome {
    let file = folder + "/lines-\(UUID().uuidString.prefix(8))"
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let line =
      (["'\(TestProgram.latchstring)'", "keys"] + arguments.map { "'\($0)'" }).joined(separator: " ") + " 3<'\(file)'"
    return try await TestProgram(["/bin/sh", "-c", line], environment: environment).run()
  }

  /// Sets the PIN that the pinentry types.
  public func setPIN() async throws { try Self.check(try await run("pin", "--new-pin-fd", "3", typing: [Self.pin])) }

  /// Makes this computer's passkeys known to the browser with that profile folder.
  ///
  /// - Returns: The extension's folder.
  public func install(in profile: String) async throws -> String {
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    try Self.check(try await run("install-browser", "--profile", profile))
    // A browser's own environment names no pinentry, but its program must still find this one.
    let host = data + "/keys/host", script = try String(contentsOfFile: host, encoding: .utf8)
    let lines = script.replacingOccurrences(
      of: "#!/bin/sh\n", with: "#!/bin/sh\nexport LATCHSTRING_KEYS_PINENTRY='\(pinentry.program)'\n")
    try lines.write(toFile: host, atomically: false, encoding: .utf8)
    return data + "/keys/extension"
  }

  private static func check(_ outcome: TestProgram.Outcome) throws {
    guard outcome.status == 0 else { throw Refused(outcome: outcome) }
  }
  struct Refused: Error { var outcome: TestProgram.Outcome }
}
