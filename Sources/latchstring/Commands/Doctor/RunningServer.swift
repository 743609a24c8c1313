import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import PasskeyHands
import Sentences
import Subprocess
import WebSurface

/// A server as its visitors meet it: on its own port, and through the proxy before it.
struct RunningServer {
  typealias Finding = Doctor.Finding
  let role: Installation.Role

  func findings() async -> [Finding] {
    switch role {
    case .home(let settings):
      guard let answer = try? await Self.ask("http://127.0.0.1:\(settings.port)/healthz", as: Self.host(settings))
      else {
        return [Finding(topic: "Page", sentence: "It is not open just now. Open it: latchstring")]
      }
      return [own(answer, "127.0.0.1:\(settings.port)", start: "latchstring")]
    case .serve(let settings):
      let origin = settings.origins.first { $0.hasPrefix("http") } ?? ""
      let name = String(origin.drop { $0 != "/" }.drop { $0 == "/" }), start = "systemctl start latchstring"
      return await service("latchstring")
        + [await onPort(settings.host, settings.port, as: name, "/healthz", start: start)]
        + [await throughProxy(origin, "/healthz"), await proxies(settings, origin)]
    case .provider(let settings):
      let start = "systemctl start latchstring-provider"
      let own = await onPort(settings.host, settings.port, as: settings.host, "/config", start: start)
      guard let url = settings.url else {
        return await service("latchstring-provider") + [
          own, Finding(topic: "Site", sentence: "provider.url is not set, so nobody knows where to reach it."),
        ]
      }
      return await service("latchstring-provider") + [own, await throughProxy(url, "config")]
    }
  }

  private static func host(_ settings: Settings) -> String { "\(settings.rpID):\(settings.port)" }

  private func onPort(
    _ host: String, _ port: Int, as name: String, _ path: String, start: String
  ) async -> Finding {
    let address = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    guard let answer = try? await Self.ask("http://\(address)\(path)", as: name) else {
      return Finding(isFine: false, topic: "Port", sentence: "Nothing answers on \(address). Start it: \(start)")
    }
    return own(answer, address, start: start)
  }

  private func own(_ status: Int, _ address: String, start: String) -> Finding {
    status == 200
      ? Finding(isFine: true, topic: "Port", sentence: "It answers on \(address).")
      : Finding(
        isFine: false, topic: "Port",
        sentence:
          "What answers on \(address) says \(status). Another program may have the port, or the site another name.")
  }

  /// Claims to come from an address that nobody has, and asks what the proxy made of it.
  private func proxies(_ settings: Settings, _ origin: String) async -> Finding {
    let topic: Sentence = "Proxy"
    guard settings.trustedProxies > 0 else {
      return Finding(
        isFine: false, topic: topic,
        sentence: "trusted.proxies is 0, so all visitors share the limits of the proxy before it. Set it to 1.")
    }
    switch try? await Self.visitor(at: origin) {
    case .forwarded:
      return Finding(isFine: true, topic: topic, sentence: "It says in X-Forwarded-For where each visitor comes from.")
    case .forged:
      return Finding(
        isFine: false, topic: topic,
        sentence: """
          It passes on what visitors write into X-Forwarded-For, so they escape their limits. Let it add the address, or \
          set trusted.proxies to the number of proxies.
          """)
    case .unforwarded:
      return Finding(
        isFine: false, topic: topic,
        sentence: "It sends no X-Forwarded-For, so all visitors share one limit. Let it add their address.")
    case nil:
      return Finding(topic: topic, sentence: "What it sends could not be seen, because the site does not answer.")
    }
  }

  private static func visitor(at origin: String) async throws -> CountedVisitor? {
    struct Answer: Decodable { var visitor: String }
    var request = HTTPClientRequest(url: origin + "/healthz?visitor")
    request.headers.add(name: "X-Forwarded-For", value: CountedVisitor.forgery)
    return try await reach(request) { answer in
      let body = try await answer.body.collect(upTo: 4096)
      return CountedVisitor(rawValue: try JSONDecoder().decode(Answer.self, from: Data(body.readableBytesView)).visitor)
    }
  }

  private func throughProxy(_ origin: String, _ path: String) async -> Finding {
    let topic: Sentence = "Site", url = origin + path
    do {
      let status = try await Self.ask(url)
      return status == 200
        ? Finding(
          isFine: true, topic: topic,
          sentence: url.hasPrefix("https:")
            ? "\(url) answers, with a certificate that this computer trusts." : "\(url) answers.")
        : Finding(
          isFine: false, topic: topic,
          sentence: "\(url) says \(status). Does the proxy pass the Host header on, and does it know this port?")
    } catch {
      return Finding(
        isFine: false, topic: topic,
        sentence: """
          \(url) cannot be reached from here: \(Self.reason(error, URL(string: url)?.host() ?? ""))
          """)
    }
  }

  private static func reason(_ error: any Error, _ host: String) -> Sentence {
    let text = String(describing: error)
    if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("unableToValidateCertificate") {
      return "its certificate is for another name, out of date, or from nobody that this computer trusts."
    }
    if text.contains("handshake") || text.contains("WRONG_VERSION_NUMBER") {
      return "what answers there speaks no TLS that fits. Look at the proxy and its certificate."
    }
    guard hasAddress(host) else {
      return host.hasSuffix(".localhost")
        ? "names under localhost are known to browsers only."
        : "\(host) has no address. Is its DNS record there, and spelled like this?"
    }
    return "nothing answers there. Does the proxy run, and does its port reach this far?"
  }

  private static func hasAddress(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { freeaddrinfo(found) }
    return getaddrinfo(host, nil, nil, &found) == 0
  }

  /// Returns the status of a GET request.
  private static func ask(_ url: String, as host: String? = nil) async throws -> Int {
    var request = HTTPClientRequest(url: url)
    if let host { request.headers.add(name: "Host", value: host) }
    return try await reach(request) { Int($0.status.code) }
  }

  private static func reach<Result: Sendable>(
    _ request: HTTPClientRequest, _ read: @Sendable @escaping (HTTPClientResponse) async throws -> Result
  ) async throws -> Result {
    var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(5)))
    configuration.connectionPool.retryConnectionEstablishment = false
    return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      try await read(client.execute(request, timeout: .seconds(10)))
    }
  }

  /// Asks systemd, where there is one and it knows the service.
  private func service(_ name: String) async -> [Finding] {
    guard FileManager.default.fileExists(atPath: "/run/systemd/system"),
      let outcome = try? await Subprocess.run(
        .name("systemctl"),
        arguments: ["show", "--property=LoadState,ActiveState,UnitFileState", "\(name).service"],
        output: .string(limit: 4096), error: .discarded)
    else { return [] }
    let lines = outcome.standardOutput.split(separator: "\n").map(String.init)
    guard lines.contains("LoadState=loaded") else { return [] }
    let topic: Sentence = "Service"
    guard lines.contains("ActiveState=active") else {
      return [
        Finding(
          isFine: false, topic: topic,
          sentence: "\(name) does not run. Why, says: journalctl -u \(name) -n 20. Start it: systemctl start \(name)")
      ]
    }
    guard lines.contains("UnitFileState=enabled") else {
      return [
        Finding(
          topic: topic,
          sentence: "\(name) runs, and will not after a restart of this computer: systemctl enable \(name)")
      ]
    }
    return [Finding(isFine: true, topic: topic, sentence: "\(name) runs, and starts with this computer.")]
  }
}
