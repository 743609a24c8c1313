import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import TestSite
import Testing

@testable import WebSurface

@Suite struct DebugRoutesTests {
  #if DEBUG
    /// The status returned to a client at this address.
    func status(_ path: String, from address: String) async throws -> Int {
      let router = Router(context: PeerContext.self)
      DebugRoutes(maps: { [] }).add(to: router)  // to draw them all takes minutes
      let channel = EmbeddedChannel()
      try await channel.connect(to: SocketAddress(ipAddress: address, port: 5000)).get()
      let context = PeerContext(
        source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test")))
      let request = Request(
        head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path),
        body: .init(buffer: ByteBuffer()))
      do { return try await router.buildResponder().respond(to: request, context: context).status.code } catch let error
        as any HTTPResponseError
      {
        return error.status.code
      }
    }

    @Test("E-33: in a debug build, the debug endpoints answer only on loopback") func loopbackOnly()
      async throws
    {
      #expect(try await status("/api/debug/flows", from: "127.0.0.1") == 200)
      #expect(try await status("/api/debug/flows", from: "::1") == 200)
      for address in ["192.0.2.1", "10.0.0.1", "::ffff:127.0.0.2", "2001:db8::1", "127.0.0.2"] {
        #expect(try await status("/api/debug/flows", from: address) == 404, "\(address)")
      }
    }
  #endif

  @Test("E-33: a release build does not set DEBUG, and contains no debug endpoints") func absent() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var guarded = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      /// For each `#if` around a line, whether it tests DEBUG.
      var around: [Bool] = []
      for (number, line) in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        let code = line.trimmingCharacters(in: .whitespaces)
        if code.hasPrefix("#if") { around.append(code == "#if DEBUG") }
        if code.hasPrefix("#else"), !around.isEmpty { around[around.count - 1] = false }
        if code == "#endif" { _ = around.popLast() }
        guard code.contains("DebugRoutes") || code.contains("/api/debug") else { continue }
        #expect(around.contains(true), "\(file.lastPathComponent):\(number + 1)")
        guarded += 1
      }
    }
    #expect(guarded >= 3, "Their routes, their address and where they are added.")
  }
}
