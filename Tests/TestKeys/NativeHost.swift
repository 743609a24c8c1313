import Foundation
import TestProgram

/// `latchstring keys host` as a browser runs it, with a test in the role of the browser.
public final class NativeHost {
  private let program: RunningProgram
  private let input = Pipe(), output = Pipe()
  private var last = 0

  public init(_ home: KeysHome, arguments: [String] = []) async throws {
    program = try await RunningProgram(
      home.program(["host"] + arguments), input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor,
      errors: nil)
    // Only the program holds these ends: they close when it ends.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
  }

  /// Sends a request and waits for the answer.
  public func ask(_ ask: String, details: [String: Any]? = nil) async throws -> [String: Any] {
    last += 1
    var message: [String: Any] = ["id": last, "ask": ask]
    if let details {
      message["details"] = String(decoding: try JSONSerialization.data(withJSONObject: details), as: UTF8.self)
    }
    let body = try JSONSerialization.data(withJSONObject: message)
    try input.fileHandleForWriting.write(contentsOf: withUnsafeBytes(of: UInt32(body.count)) { Data($0) } + body)
    let handle = output.fileHandleForReading
    return try await withCheckedThrowingContinuation { waiter in
      Thread.detachNewThread {
        waiter.resume(with: Result { try Self.answer(from: handle) }.map { Answer($0) })
      }
    }.members
  }

  /// Disconnects, as a browser does when it ends, and returns the program's exit status.
  public func hangUp() async throws -> Int32 {
    try input.fileHandleForWriting.close()
    return try await program.ended()
  }

  /// Registers a discoverable passkey, as a page on that host would.
  ///
  /// - Returns: The answer, whose `response` is JSON text.
  public func register(_ user: String, at host: String = "example.com") async throws -> [String: Any] {
    try await ask(
      "create",
      details: [
        "rp": ["id": host, "name": host],
        "user": ["id": Self.encoded(user), "name": user, "displayName": user.capitalized],
        "challenge": Self.encoded("a challenge of some bytes"),
        "pubKeyCredParams": [["type": "public-key", "alg": -7]],
        "authenticatorSelection": [
          "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
        ],
        "attestation": "none", "excludeCredentials": [],
        "extensions": [
          "prf": [:], "remoteDesktopClientOverride": ["origin": "https://\(host)", "sameOriginWithAncestors": true],
        ],
      ])
  }

  public func signIn(at host: String = "example.com") async throws -> [String: Any] {
    try await ask(
      "get",
      details: [
        "rpId": host, "challenge": Self.encoded("another challenge"), "allowCredentials": [],
        "userVerification": "required",
        "extensions": ["remoteDesktopClientOverride": ["origin": "https://\(host)", "sameOriginWithAncestors": true]],
      ])
  }

  private static func encoded(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(
      of: "/", with: "_"
    )
    .replacingOccurrences(of: "=", with: "")
  }

  /// Created on one thread and read on another, never on both.
  private struct Answer: @unchecked Sendable {
    let members: [String: Any]
    init(_ members: [String: Any]) { self.members = members }
  }

  private static func answer(from handle: FileHandle) throws -> [String: Any] {
    guard let head = try handle.read(upToCount: 4), head.count == 4 else { throw HungUp() }
    let length = head.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    guard let body = try handle.read(upToCount: Int(length)), body.count == Int(length),
      let members = try JSONSerialization.jsonObject(with: body) as? [String: Any]
    else { throw HungUp() }
    return members
  }
  /// The program ended, or sent something that is not a message.
  public struct HungUp: Error {}
}
