import Crypto
import Foundation
import TestKeys
import TestProgram
import Testing

/// `latchstring keys install-browser`, and the program that a browser then starts.
@Suite struct KeysBrowserTests {
  private struct Manifest: Decodable { var name: String, path: String, type: String, allowed_origins: [String] }

  @Test("the native host is registered with a browser, and answers only the bundled extension")
  func install() async throws {
    let home = try KeysHome(), profile = home.folder + "/a profile's folder"
    try await home.setPIN()
    let missing = try await home.run("install-browser", "--profile", profile)
    #expect(
      missing.status == 1 && missing.errors.contains("There is no folder"), "a name that is misspelled: \(missing)")
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    let outcome = try await home.run("install-browser", "--profile", profile)
    #expect(outcome.status == 0 && outcome.output.contains(home.data + "/keys/extension"), "\(outcome)")
    let file = profile + "/NativeMessagingHosts/org.latchstring.keys.json"
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(filePath: file)))
    #expect(manifest.name == "org.latchstring.keys" && manifest.type == "stdio")
    #expect(try await home.run("doctor").output.contains("ok  Browser: \(profile) knows of Latchstring."))

    // A browser derives an extension's id from its key: sixteen bytes of SHA-256, with the letters a to p as digits.
    let extensionManifest = try Data(contentsOf: URL(filePath: home.data + "/keys/extension/manifest.json"))
    let members = try #require(try JSONSerialization.jsonObject(with: extensionManifest) as? [String: Any])
    let key = try #require((members["key"] as? String).flatMap { Data(base64Encoded: $0) })
    let letters = SHA256.hash(data: key).prefix(16).flatMap { [$0 >> 4, $0 & 15] }.map {
      Character(UnicodeScalar(UInt8(ascii: "a") + $0))
    }
    let origin = "chrome-extension://\(String(letters))/"
    #expect(manifest.allowed_origins == [origin])
    let worker = try #require((members["background"] as? [String: Any])?["service_worker"] as? String)
    #expect(FileManager.default.fileExists(atPath: "\(home.data)/keys/extension/\(worker)"))

    // Run with an empty environment: a browser's differs from the terminal's.
    let greeting = Data(#"{"id":1,"ask":"state"}"#.utf8)
    let message = home.folder + "/message"
    try (withUnsafeBytes(of: UInt32(greeting.count)) { Data($0) } + greeting).write(to: URL(filePath: message))
    let line = "env -i PATH=/usr/bin:/bin LATCHSTRING_KEYS_PINENTRY='\(home.pinentry.program)' '\(manifest.path)'"
    let answer = try await TestProgram(["/bin/sh", "-c", "\(line) '\(origin)' < '\(message)'"]).run()
    #expect(answer.status == 0 && answer.output.hasSuffix(#"{"id":1,"verifies":true}"#), "\(answer)")
    let stranger = try await TestProgram([
      "/bin/sh", "-c", "\(line) chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/ < '\(message)'",
    ]).run()
    #expect(
      stranger.status == 1 && stranger.output.isEmpty && stranger.errors.contains("Another extension"), "\(stranger)")
  }

  @Test("if no browser was ever started, the command says so and explains how to name one") func none() async throws {
    let home = try KeysHome(), outcome = try await home.run("install-browser")
    defer { withExtendedLifetime(home) {} }
    #expect(outcome.status == 1 && outcome.errors.contains("--profile"), "\(outcome)")
  }

  @Test("obstacles to passkeys are reported with a remedy, and working parts are listed too") func doctor()
    async throws
  {
    let home = try KeysHome()
    let before = try await home.run("doctor")
    #expect(
      before.status == 0 && before.output.contains("--  Passkeys: None was made on this computer yet."), "\(before)")
    try await home.setPIN()
    #expect(try await home.run("doctor").output.contains("ok  Passkeys: 0 of 200. These keys are not device-bound"))
    let blind = try await TestProgram.latchstring(
      ["keys", "doctor"],
      environment: home.environment.merging(["LATCHSTRING_KEYS_PINENTRY": "/nowhere/pinentry"]) { $1 }
    ).run()
    #expect(blind.status == 1 && blind.output.contains("no  PIN dialog: There is no /nowhere/pinentry"), "\(blind)")
  }
}
