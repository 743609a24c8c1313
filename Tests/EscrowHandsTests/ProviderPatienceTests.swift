import Escrow
import Foundation
import HandsProtocol
import TestProvider
import TestSite
import Testing

/// Unresponsive providers among responsive ones.
@Suite struct ProviderPatienceTests {
  /// The provider accepts the connection and sends nothing.
  @Test("C-30: a silent provider does not delay the others and can be queried again") func hanging() async throws {
    let silent = try SilentPort()
    try await withProvider { provider in
      // The time it takes on this machine when every provider answers.
      var ordinary = Duration.zero
      try await withPerson([.init(url: provider.url)]) { person in
        let start = ContinuousClock.now
        _ = await person.ask(.contact(.backup, []))
        ordinary = ContinuousClock.now - start
      }
      try await withPerson([.init(url: provider.url), .init(url: silent.url)]) { person in
        let start = ContinuousClock.now
        guard case .providers(let providers) = await person.ask(.contact(.backup, [])).reply else {
          Issue.record("No providers.")
          return
        }
        #expect(providers.map(\.trouble) == [nil, .unreachable])
        #expect(ContinuousClock.now - start - ordinary < .seconds(9), "the configuration alone would wait ten")
      }
    }
    silent.close()
  }
}

/// A port where the system accepts connections, but nothing answers.
private struct SilentPort {
  private let descriptor: Int32
  let url: String

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in(), length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    try #require(isBound && listen(listener, 16) == 0)
    descriptor = listener
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
  }
  func close() { _ = Foundation.close(descriptor) }
}
