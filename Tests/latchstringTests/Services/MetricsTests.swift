import Demo
import Foundation
import TestProgram
import TestSite
import Testing

/// What a running server says about itself to a program that watches it.
@Suite(.timeLimit(.minutes(3))) struct MetricsTests {
  @Test("metrics count requests, sign-ins by outcome and the database's time, in OpenMetrics and without a name")
  func counts() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let port = try FreePort.find(), metrics = try FreePort.find()
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let program = try await RunningProgram(
      .latchstring(
        ["serve", "--data", folder.path, "--port", "\(port)"],
        environment: [
          "LATCHSTRING_RP_ID": "latchstring.localhost", "LATCHSTRING_METRICS_PORT": "\(metrics)",
          "LATCHSTRING_ORIGINS": "http://latchstring.localhost:\(port)",
        ]), output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    _ = try await said.wait(for: "Latchstring serves")

    let key = DemoAuthenticator(), visitor = Visitor(port: port)
    #expect(try await visitor.register("mirela", with: key).status == 200)
    #expect(try await Visitor(port: port).signIn(with: key).status == 200)
    #expect(try await Visitor(port: port).signIn(with: key, spoiling: .signature).status == 400)
    #expect(try await visitor.get("/no/such/mirela").status == 404)

    let answer = try await Visitor(port: metrics).get("/metrics")
    #expect(answer.header("content-type") == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.suffix(2) == ["# EOF", ""])
    for line in lines.dropLast(2) {
      let isSample = line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+/) != nil
      #expect(isSample || line.hasPrefix("# TYPE ") || line.hasPrefix("# HELP "), "\(line)")
    }
    #expect(lines.contains(#"latchstring_sign_ins_total{means="passkey",outcome="accepted"} 2"#), "with the first")
    #expect(lines.contains(#"latchstring_sign_ins_total{means="passkey",outcome="refused"} 1"#))
    #expect(lines.contains("latchstring_accounts_created_total 1"))
    #expect(
      lines.contains(
        #"latchstring_requests_total{method="POST",route="/api/authentication/verify",status="200"} 1"#))
    #expect(lines.contains { $0.hasPrefix(#"latchstring_store_seconds_count{access="write"} "#) })
    #expect(lines.contains("latchstring_store_waiting 0") && lines.contains("latchstring_passwords_waiting 0"))
    let buckets = lines.filter { $0.hasPrefix("latchstring_request_seconds_bucket") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(buckets.count > 10 && buckets == buckets.sorted(), "each bucket holds those before it")
    #expect(!answer.text.contains("mirela") && !answer.text.contains("127.0.0.1"))
    #expect(try await Visitor(port: port).get("/metrics").status == 404, "not where everybody reaches it")
    #expect(try Self.listeners(on: metrics) == ["0100007F"], "127.0.0.1 alone")
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
  }

  /// Returns the addresses that a port is open on, as the kernel writes them.
  private static func listeners(on port: Int) throws -> [String] {
    let ending = ":" + String(format: "%04X", port)
    return try ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line -> String? in
        let words = line.split(separator: " ")
        guard words.count > 3, words[1].hasSuffix(ending), words[3] == "0A" else { return nil }
        return String(words[1].dropLast(ending.count))
      }
    }
  }

  @Test("a port for metrics that another program has is named, and the site says nothing of serving") func taken()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withSite { other in
      let refused = try await TestProgram.latchstring(
        ["serve", "--data", folder.path, "--port", "\(try FreePort.find())"],
        environment: ["LATCHSTRING_RP_ID": "example.org", "LATCHSTRING_METRICS_PORT": "\(other.port)"]
      ).run()
      #expect(refused.status != 0 && refused.output.isEmpty, "\(refused)")
      #expect(refused.errors.contains("metrics.port is \(other.port), and that port is taken by another program."))
    }
  }
}
