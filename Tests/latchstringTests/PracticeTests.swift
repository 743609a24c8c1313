import Encoding
import Escrow
import Foundation
import FoundationNetworking
import TestProgram
import TestSite
import Testing

/// The practice providers that `home` runs, contacted by clients other than its own.
@Suite struct PracticeTests {
  @Test("practice providers answer this computer's programs, but no page hosted elsewhere")
  func others() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try FreePort.find(row: 3), output = Pipe(),
      said = TextReader(output.fileHandleForReading.fileDescriptor)
    let home = try await RunningProgram(
      .latchstring(
        ["home", "--port", "\(try FreePort.find())", "--data", folder.path],
        environment: ["LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_PRACTICE_PORT": "\(first)"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "Stop it with Control-C.")
    let share = Base32Bytes([UInt8](repeating: 0, count: 72)).text,
      large = Base32Bytes([UInt8](repeating: 0, count: 300_000)).text
    /// Uploads a new share, as the protocol defines it.
    func upload(_ number: Int, _ fields: [String: String], sealed: String = "00") async throws -> Int {
      let name = String(format: "%03d", number) + String(repeating: "0", count: 49)
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(first)/truth/\(name)")))
      request.httpMethod = "POST"
      request.httpBody = Data(
        #"{"key_share_data":"\#(share)","type":"question","encrypted_truth":"\#(sealed)","storage_duration_years":1}"#
          .utf8)
      for (field, value) in fields { request.setValue(value, forHTTPHeaderField: field) }
      return (try await URLSession.shared.data(for: request).1 as? HTTPURLResponse)?.statusCode ?? 0
    }
    var status = 0
    for _ in 0..<600 where status == 0 {
      status = (try? await upload(1, [:])) ?? 0
      if status == 0 { try await Task.sleep(for: .milliseconds(100)) }
    }
    #expect(![0, 403, 421].contains(status), "A program is answered: \(status)")
    // The client proves that it belongs to this folder, with the key stored there for its owner only.
    let keyFile = folder.appending(path: "practice/own.key").path,
      key = try #require(FileManager.default.contents(atPath: keyFile))
    #expect(try FileManager.default.attributesOfItem(atPath: keyFile)[.posixPermissions] as? Int == 0o600)
    let own = try #require(OwnProviderKey(Secret(Array(key)))), nonce = DrawnBytes.bytes(32)
    for place in 0..<3 {
      let url = "http://127.0.0.1:\(first + place)/", address = try #require(ProviderAddress(url))
      let proof = try await URLSession.shared.data(
        from: try #require(URL(string: "\(url)own/\(CrockfordBase32.encode(nonce))"))
      ).0
      #expect(Array(proof) == own.proof(of: address, for: nonce))
    }
    for origin in [
      "https://evil.example", "null", "http://latchstring.localhost:\(first)", "http://127.0.0.1:\(first + 1)",
    ] {
      #expect(try await upload(2, ["Origin": origin]) == 403, "\(origin)")
    }
    #expect(try await upload(3, ["Host": "evil.example:\(first)"]) == 421)
    // Nor can this computer's own programs fill the disk.
    var kept = 0
    status = 204
    for number in 100..<200 where status == 204 {
      status = try await upload(number, [:], sealed: large)
      kept += 1
    }
    #expect(status == 507 && kept > 40, "\(status) after \(kept)")
    let file = folder.appending(path: "practice/provider-1.sqlite").path
    #expect(try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) < 17 << 20)
    home.send(SIGTERM)
    _ = try await home.ended()
  }

  @Test("a practice provider that lost its database says so; home starts, and the others answer")
  func lost() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let practice = folder.appending(path: "practice"), file = practice.appending(path: "provider-1.sqlite").path
    try FileManager.default.createDirectory(at: practice, withIntermediateDirectories: true)
    for name in ["provider-1.sqlite", "provider-1.sqlite-begun"] {
      try Data().write(to: practice.appending(path: name))
    }
    let first = try FreePort.find(row: 3), output = Pipe()
    let said = TextReader(output.fileHandleForReading.fileDescriptor)
    let home = try await RunningProgram(
      .latchstring(
        ["home", "--port", "\(try FreePort.find())", "--data", folder.path],
        environment: [
          "LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_PRACTICE_PORT": "\(first)",
        ]),
      output: output.fileHandleForWriting.fileDescriptor, errors: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "Stop it with Control-C.")
    let sentences = said.seen.split(separator: "\n").filter { $0.contains("practice provider") }
    #expect(sentences.count == 1 && sentences[0].contains("\(file) is empty, and had something in it. Move "))
    func status(_ port: Int) async -> Int? {
      guard let url = URL(string: "http://127.0.0.1:\(port)/config") else { return nil }
      return (try? await URLSession.shared.data(from: url).1 as? HTTPURLResponse)?.statusCode
    }
    for place in 1...2 {
      var answer = await status(first + place)
      for _ in 0..<600 where answer == nil {
        try await Task.sleep(for: .milliseconds(100))
        answer = await status(first + place)
      }
      #expect(answer == 200)
    }
    #expect(await status(first) == nil && FileManager.default.contents(atPath: file) == Data())
    home.send(SIGTERM)
    _ = try await home.ended()
  }
}
