import Foundation

/// The name of a session in the store: SHA-256 of the token in the cookie, so that a reader of the database cannot sign
/// in with it.
public struct SessionID: Codable, Hashable, Sendable {
  public let digest: [UInt8]
  public init(digest: [UInt8]) { self.digest = digest }
}

/// One browser's visit: anonymous until it signs in.
public struct Session: Hashable, Sendable {
  public var id: SessionID
  public var account: AccountID?
  public var credential: KeyID?  // what it signed in with; `nil` for a password
  public var createdAt: Date
  public var seenAt: Date
  public var signedInAt: Date?
  /// The browser that signed in; if nobody has, what the current request says of itself, which is not kept.
  public var browser: BrowserPhrase
  /// The name of a signed-in session in forms. It is random, and not derived from anything that signs in.
  public var handle: String?
  /// The address that the current request came from, for limits by address. It is never kept.
  public var address: NetworkAddress?

  public init(
    id: SessionID, account: AccountID? = nil, credential: KeyID? = nil, createdAt: Date, seenAt: Date,
    signedInAt: Date? = nil,
    browser: BrowserPhrase = .unknown, handle: String? = nil
  ) {
    self.id = id; self.account = account; self.credential = credential
    self.createdAt = createdAt; self.seenAt = seenAt; self.signedInAt = signedInAt
    self.browser = browser; self.handle = handle
  }

  /// Turns it into an anonymous visit when its sign-in is over.
  public mutating func endSignIn() { (account, credential, signedInAt, handle) = (nil, nil, nil, nil) }
}

/// A phrase by which a person recognizes a browser, such as “Safari on iPhone”, from a fixed list of words. The header
/// that it comes from is not kept, because its versions would tell one person from another.
public struct BrowserPhrase: Hashable, Sendable {
  public let text: String

  /// The header is missing or names no known browser.
  public static let unknown = BrowserPhrase(text: "A browser")
  /// A program on this computer that speaks to the person in lines, not a browser.
  public static let terminal = BrowserPhrase(text: "A terminal")

  /// A phrase as it was kept.
  public init(text: String) { self.text = text }

  /// - Parameter userAgent: The header as it came (RFC 9110 §10.1.5). The sender may write anything, so it decides only
  ///   what a person reads in their own list.
  public init(userAgent: String) {
    let name = Self.first(of: Self.names, in: userAgent), system = Self.first(of: Self.systems, in: userAgent)
    text = (name ?? Self.unknown.text) + (system.map { " on \($0)" } ?? "")
  }

  /// A mark and what it stands for, in the order in which they are looked for: nearly every browser bears the marks of
  /// others too.
  private static let names = [
    ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
  ]
  private static func first(of marks: [(mark: String, word: String)], in text: String) -> String? {
    marks.first { text.contains($0.mark) }?.word
  }
}
