import Encoding
import Escrow
import Foundation
import Synchronization
import TestProgram
import Testing

/// The output of the provider over all of its restarts.
private final class Ledger: Sendable {
  private let kept = Mutex((documents: [Int: [UInt8]](), compared: 0))
  func acknowledge(_ version: Int, _ bytes: [UInt8]) { kept.withLock { $0.documents[version] = bytes } }
  func count(_ answer: PeerAnswer) { if answer.status == 403 { kept.withLock { $0.compared += 1 } } }
  var acknowledged: [Int: [UInt8]] { kept.withLock { $0.documents } }
  /// The number of answers that were compared and found wrong.
  var compared: Int { kept.withLock { $0.compared } }
}

@Suite struct HostedProviderTests {
  /// A program that records its arguments and what it could read.
  private static func script(_ name: String = "send", in folder: URL, _ lines: String) throws -> String {
    let path = folder.appending(path: name).path
    try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test(
    "The operator's program gets the address and the text, but not the provider's passwords")
  func command() async throws {
    let hosted = try HostedProvider { folder in
      [
        "provider": ["name": "Friend", "methods": ["sms", "post"]],
        "sms": ["command": [folder.appending(path: "send").path, "first"]],
        "post": ["command": [folder.appending(path: "print").path]],
      ]
    }
    let record = hosted.folder.appending(path: "record")
    _ = try Self.script(
      in: hosted.folder, "printf '%s\\n' \"$@\" > '\(record.path)'; env >> '\(record.path)'; cat >> '\(record.path)'")
    let printing = try Self.script("print", in: hosted.folder, "cat > /dev/null")
    let said = try await hosted.start(environment: ["LATCHSTRING_MERCHANT_TOKEN": "a-secret-token"])
    #expect(said.contains("127.0.0.1:\(hosted.port)"))
    let deposit = Deposit(hosted.peer, .sms, Array("+41791234567".utf8))
    #expect(try await deposit.upload().status == 204)
    #expect(try await deposit.challenge().status == 200)
    let written = try String(contentsOf: record, encoding: .utf8)
    #expect(written.hasPrefix("first\n+41791234567\n") && !written.contains("a-secret-token"))
    let code = try #require(written.firstMatch(of: /A-[0-9]+/)?.output)
    #expect(try await deposit.solve(code: String(code)).body == deposit.share.bytes)

    let letter = Deposit(
      hosted.peer, .post,
      Array(#"{"city":"Bern","country":"ch","full_name":"Max","postcode":"3000","street":"Gasse 1"}"#.utf8))
    _ = try await letter.upload()
    try FileManager.default.removeItem(atPath: printing)
    #expect(try await letter.challenge().refusal == Refused(500, 8221))
    _ = try Self.script(in: hosted.folder, "exit 3")
    let second = Deposit(hosted.peer, .sms, Array("+41791234567".utf8))
    _ = try await second.upload()
    #expect(try await second.challenge().refusal == Refused(500, 8202))
    let rights = try FileManager.default.attributesOfItem(
      atPath: hosted.folder.appending(path: "provider.sqlite").path)[.posixPermissions]
    #expect(rights as? Int == 0o600)
    try await hosted.end(SIGTERM)
  }

  @Test(
    "Killed often while writing, it has each acknowledged document and gives a code three tries"
  )
  func killed() async throws {
    let hosted = try HostedProvider { folder in
      [
        "provider": ["name": "Friend", "methods": ["sms"]], "sms": ["command": [folder.appending(path: "send").path]],
        "limits": [
          "look": ["ups": ["per": ["address": 0]]], "documents": ["per": ["account": 0]],
          "uploads": ["per": ["account": 0]],
          "kept": ["per": ["address": 0]],
        ],
      ]
    }
    _ = try Self.script(in: hosted.folder, "cat > /dev/null")
    try await hosted.start()
    let max = try Depositor(hosted.peer, salt: try await hosted.salt),
      deposit = Deposit(hosted.peer, .sms, Array("+41791234567".utf8))
    #expect(try await deposit.upload().status == 204)
    #expect(try await deposit.challenge().status == 200)
    let ledger = Ledger()
    for life in 0..<4 {
      if life > 0 { try await hosted.start() }
      let written = AsyncStream<Void>.makeStream()
      let work = Task {
        await withTaskGroup(of: Void.self) { group in
          for writer in 0..<2 {
            group.addTask {
              for index in 0..<10_000 {
                let bytes = Array("\(life) \(writer) \(index)".utf8)
                guard let answer = try? await max.upload(bytes) else { return }
                if answer.status == 204, let version = answer.fields["anastasis-version"].flatMap(Int.init) {
                  ledger.acknowledge(version, bytes)
                  written.continuation.yield()
                }
              }
            }
          }
          group.addTask {
            guard let answer = try? await deposit.solve(DrawnBytes.bytes(64)) else { return }
            ledger.count(answer)
          }
        }
        written.continuation.finish()
      }
      var left = 12 + 5 * life
      for await _ in written.stream {
        left -= 1
        if left == 0 { break }
      }
      try await hosted.end(SIGKILL)
      await work.value
    }
    try await hosted.start()
    let all = ledger.acknowledged
    #expect(all.count >= 4 * 12)
    for (version, bytes) in all {
      #expect(try await max.peer.get(max.path + "?version=\(version)").body == bytes, "\(version)")
    }
    for _ in 0..<4 { ledger.count(try await deposit.solve(DrawnBytes.bytes(64))) }
    #expect(ledger.compared <= 3)
    #expect(try await deposit.solve(DrawnBytes.bytes(64)).refusal == Refused(429, 8121))
    try await hosted.end(SIGTERM)
  }
}
