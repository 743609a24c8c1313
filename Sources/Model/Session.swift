import Foundation

/// The name of a session in the store: the SHA-256 of the token in the cookie, so that somebody who reads the database
/// cannot sign in with it.
public struct SessionID: Codable, Hashable, Sendable {
  public let digest: [UInt8]
  public init(digest: [UInt8]) { self.digest = digest }
}

/// One browser's visit, which is anonymous until the browser signs in.
public struct Session: Hashable, Sendable {
  public var id: SessionID
  public var account: AccountID?
  public var credential: KeyID?  // what it signed in with; `nil` for a password
  public var createdAt: Date
  public var seenAt: Date
  public var signedInAt: Date?
  /// The browser that signed in. Before sign-in, it is what the current request says about its browser, which is not
  /// stored.
  public var browser: BrowserPhrase
  /// The name of a signed-in session in forms. It is random, and not derived from any sign-in secret.
  public var handle: String?
  /// The invitation that was opened in this session, by the hash of its token.
  public var invitation: [UInt8]?
  /// The address from which the current request came, for per-address limits. It is never stored.
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

  /// Turns the session into an anonymous visit when its sign-in has ended.
  public mutating func endSignIn() { (account, credential, signedInAt, handle) = (nil, nil, nil, nil) }
}

/// A phrase by which a person recognizes a browser, such as “Safari on iPhone”, from a fixed list of words. The header
/// from which it is derived is not stored, because its versions would distinguish one person from another.
public struct BrowserPhrase: Hashable, Sendable {
  public let text: String

  /// The header is missing or names no known browser.
  public static let unknown = BrowserPhrase(text: "A browser")
  /// A program on this computer that talks to the person in lines of text, not a browser.
  public static let terminal = BrowserPhrase(text: "A terminal")

  /// Creates a phrase from its stored text.
  public init(text: String) { self.text = text }

  /// - Parameter userAgent: The header as received (RFC 9110 §10.1.5). The sender may write anything, so the header
  ///   affects only what people read in their own list.
  public init(userAgent: String) {
    let name = Self.first(of: Self.names, in: userAgent), system = Self.first(of: Self.systems, in: userAgent)
    text = (name ?? Self.unknown.text) + (system.map { " on \($0)" } ?? "")
  }

  /// Marks and their meanings, in the order in which they are searched. The order matters because nearly every browser
  /// also includes the marks of others.
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
