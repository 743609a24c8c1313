import Encoding
import Foundation
import TestKeys
import Testing

/// The options for new passkeys in a settings file.
@Suite struct KeysSettingsTests {
  private func outcome(_ settings: String, _ home: KeysHome) async throws -> [String: Any] {
    let file = home.folder + "/settings.json"
    try #"{"keys": {\#(settings)}}"#.write(toFile: file, atomically: true, encoding: .utf8)
    let host = try await NativeHost(home, arguments: ["--config", file])
    let answer = try await host.register("ana")
    _ = try await host.hangUp()
    return try #require(
      try JSONSerialization.jsonObject(with: Data((answer["response"] as? String ?? "").utf8)) as? [String: Any],
      "\(answer)")
  }
  private func authenticatorData(_ credential: [String: Any]) throws -> [UInt8] {
    try #require(
      ((credential["response"] as? [String: Any])?["authenticatorData"] as? String).flatMap { Base64URL.decode($0) })
  }

  @Test("E-41: passkeys report a zero model, or the one from the settings") func model() async throws {
    let home = try KeysHome()
    try await home.setPIN()
    #expect(Array(try authenticatorData(try await outcome("", home))[37..<53]) == [UInt8](repeating: 0, count: 16))
    let named = try await outcome(#""aaguid": "01020304-0506-0708-090a-0b0c0d0e0f10""#, home)
    #expect(Array(try authenticatorData(named)[37..<53]) == Array(1...16))
  }

  @Test(
    "what passkeys say of backups is the truth, or what the settings tell them to say",
    arguments: [("honest", 0x45), ("ios-compatible", 0x5d)])
  func flags(profile: String, flags: UInt8) async throws {
    let home = try KeysHome()
    try await home.setPIN()
    // Bit 7 says that there are extension results: PRF was requested.
    #expect(try authenticatorData(try await outcome(#""profile": "\#(profile)""#, home))[32] & 0x7f == flags)
  }

  @Test(
    "what a setting cannot be is refused, by its name",
    arguments: [
      (#""aaguid": "7""#, "keys.aaguid"), (#""profile": "android""#, "keys.profile"),
      (#""attestation": "best""#, "keys.attestation"),
    ])
  func refused(settings: String, name: String) async throws {
    let home = try KeysHome(), file = home.folder + "/settings.json"
    try #"{"keys": {\#(settings)}}"#.write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = try await home.run("list", "--config", file)
    #expect(outcome.status == 1 && outcome.errors.contains(name), "\(outcome)")
  }
}
