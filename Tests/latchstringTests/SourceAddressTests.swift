import Foundation
import TestProgram
import TestSite
import Testing

/// `serve` listening for both IPv4 and IPv6, with requests from several addresses.
@Suite struct SourceAddressTests {
  /// Sends one POST from the source address to the target.
  /// - Returns: The status.
  private func post(from source: String, to target: String, port: Int) async throws -> Int {
    let isIPv6 = target.contains(":"), family = isIPv6 ? AF_INET6 : AF_INET
    let socket = Foundation.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    func address(_ text: String, _ port: Int) -> (sockaddr_storage, socklen_t) {
      var storage = sockaddr_storage()
      let size = withUnsafeMutableBytes(of: &storage) { bytes -> Int in
        if isIPv6 {
          var address = sockaddr_in6()
          (address.sin6_family, address.sin6_port) = (sa_family_t(AF_INET6), UInt16(port).bigEndian)
          inet_pton(AF_INET6, text, &address.sin6_addr)
          withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
          return MemoryLayout<sockaddr_in6>.size
        }
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), UInt16(port).bigEndian)
        inet_pton(AF_INET, text, &address.sin_addr)
        withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
        return MemoryLayout<sockaddr_in>.size
      }
      return (storage, socklen_t(size))
    }
    func with(_ text: String, _ port: Int, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
      var (storage, size) = address(text, port)
      return withUnsafePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(socket, $0, size) == 0 }
      }
    }
    try #require(with(source, 0, bind) && with(target, port, connect), "\(source) to \(target)")
    let request = """
      POST /api/authentication/options HTTP/1.1\r\nHost: example.org\r\nOrigin: https://example.org\r\n\
      Content-Length: 2\r\n\
      Content-Type: application/json\r\nConnection: close\r\n\r\n{}
      """
    _ = Array(request.utf8).withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    var bytes = [UInt8](repeating: 0, count: 12)
    guard recv(socket, &bytes, bytes.count, Int32(MSG_WAITALL)) == 12 else { return 0 }
    return Int(String(decoding: bytes[9...], as: UTF8.self)) ?? 0
  }

  @Test("on ::, each IPv4 address has its own limit, and so does ::1") func dual() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"),
      port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let serve = try await RunningProgram(
      .latchstring(
        ["serve", "--port", "\(port)", "--data", folder.path],
        environment: [
          "LATCHSTRING_HOST": "::", "LATCHSTRING_RP_ID": "example.org", "LATCHSTRING_POSTS_PER_MINUTE": "1",
        ]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "Latchstring serves")
    #expect(try await post(from: "127.0.0.1", to: "127.0.0.1", port: port) == 200)
    #expect(try await post(from: "127.0.0.1", to: "127.0.0.1", port: port) == 429)
    #expect(try await post(from: "127.0.0.2", to: "127.0.0.1", port: port) == 200)
    #expect(try await post(from: "::1", to: "::1", port: port) == 200)
    #expect(try await post(from: "::1", to: "::1", port: port) == 429)
    serve.send(SIGTERM)
    _ = try await serve.ended()
  }
}
