import Encoding

/// The members of one object of a request. A missing or `null` member is `nil`, and a member of the wrong type is
/// rejected.
struct DetailsReader: Sendable {
  let document: JSONDocument
  let node: JSONNode

  init(_ text: String) throws(BrowserFailure) {
    guard let document = try? JSONDocument(Array(text.utf8)), document.root.kind == .object else { throw .unreadable }
    self.init(document, document.root)
  }
  private init(_ document: JSONDocument, _ node: JSONNode) { self.document = document; self.node = node }

  func string(_ name: StaticString) throws(BrowserFailure) -> String? { try read(name, document.string) }
  func boolean(_ name: StaticString) throws(BrowserFailure) -> Bool? { try read(name, document.boolean) }
  func bytes(_ name: StaticString) throws(BrowserFailure) -> [UInt8]? { try read(name, document.base64URL) }
  func integer(_ name: StaticString) throws(BrowserFailure) -> Int64? { try read(name, document.integer) }
  func object(_ name: StaticString) throws(BrowserFailure) -> DetailsReader? {
    try read(name) { $0.kind == .object ? DetailsReader(document, $0) : nil }
  }
  func objects(_ name: StaticString) throws(BrowserFailure) -> [DetailsReader] {
    guard let items = try read(name, { $0.kind == .array ? document.items(of: $0) : nil }) else { return [] }
    guard items.allSatisfy({ $0.kind == .object }) else { throw .unreadable }
    return items.map { DetailsReader(document, $0) }
  }
  /// Returns a list whose items are all base64url.
  func listOfBytes(_ name: StaticString) throws(BrowserFailure) -> [[UInt8]]? {
    try read(name) { list in
      guard list.kind == .array else { return nil }
      let items = document.items(of: list), bytes = items.compactMap(document.base64URL)
      return bytes.count == items.count ? bytes : nil
    }
  }
  /// All members, each of which must be an object.
  var members: [(name: String, value: DetailsReader)] {
    get throws(BrowserFailure) {
      var members: [(name: String, value: DetailsReader)] = []
      for (name, value) in document.members(of: node) {
        guard let name = document.string(name), value.kind == .object else { throw .unreadable }
        members.append((name, DetailsReader(document, value)))
      }
      return members
    }
  }

  private func read<Value>(_ name: StaticString, _ kind: (JSONNode) -> Value?) throws(BrowserFailure) -> Value? {
    guard let value = document.member(name, of: node), value.kind != .null else { return nil }
    guard let read = kind(value) else { throw .unreadable }
    return read
  }
}

extension Optional {
  /// Unwraps a required member.
  func needed() throws(BrowserFailure) -> Wrapped {
    guard let self else { throw .unreadable }
    return self
  }
}

/// The origin of a request, as reported by the browser: `extensions.remoteDesktopClientOverride` of the request.
struct RequestOrigin: Hashable, Sendable {
  let origin: String
  /// `true` if the page is not embedded in a page of a different origin.
  let isSameOriginWithAncestors: Bool
  let topOrigin: String?

  init(_ details: DetailsReader) throws(BrowserFailure) {
    let place = try (try details.object("extensions").needed()).object("remoteDesktopClientOverride").needed()
    origin = try place.string("origin").needed()
    isSameOriginWithAncestors = try place.boolean("sameOriginWithAncestors").needed()
    topOrigin = try place.string("topOrigin")
  }

  /// Creates the origin of a frame that makes a request on its own behalf, so that its ancestors do not matter.
  init(origin: String) { (self.origin, isSameOriginWithAncestors, topOrigin) = (origin, true, nil) }

  /// The host of a secure origin (`https:`, or `http:` on this computer's own names), in lowercase as browsers write
  /// it; `nil` for any other origin.
  var host: String? {
    let (scheme, isSecure) = origin.hasPrefix("https://") ? ("https://", true) : ("http://", false)
    guard origin.hasPrefix(scheme) else { return nil }
    let parts = origin.dropFirst(scheme.count).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first.map(String.init), !host.isEmpty, parts.count == 1 || UInt16(parts[1]) != nil,
      host.utf8.allSatisfy({
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e || $0 == 0x5f
      })
    else { return nil }
    // An IP address is not a domain (WebAuthn L3 §5.1.3: "effective domain" must be a valid one).
    guard let last = host.split(separator: ".").last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return isSecure || host == "localhost" || host.hasSuffix(".localhost") ? host : nil
  }

  /// Checks the relying party ID again, although the browser already has, because a program that impersonates a browser
  /// must not gain more access.
  ///
  /// - Parameter rpID: The ID in the request; `nil` means the host.
  /// - Returns: The relying party ID, which is the host or a parent domain of it, but not a top-level domain.
  func relyingParty(_ rpID: String?) throws(BrowserFailure) -> String {
    guard let host else { throw BrowserFailure(.security, told: "Passkeys are only for secure pages.") }
    guard let rpID, rpID != host else { return host }
    guard host.hasSuffix("." + rpID), rpID.contains(".") || rpID == "localhost", !rpID.hasPrefix("."),
      !rpID.hasSuffix(".")
    else {
      throw BrowserFailure(
        .security, told: "This page asked for another site’s passkey, which only that site’s own pages get here.")
    }
    return rpID
  }
}
