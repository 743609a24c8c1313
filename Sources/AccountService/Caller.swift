import Model

/// Whoever sends a request.
public struct Caller: Sendable {
  /// What its cookie contains.
  public var token: SessionToken?
  /// What it says about its browser.
  public var browser: BrowserPhrase
  /// The address that it sends from.
  public var address: NetworkAddress?
  /// The address that counts a new session; `nil` if sessions are not counted.
  public var counted: NetworkAddress?

  public init(
    token: SessionToken?, browser: BrowserPhrase = .unknown, address: NetworkAddress? = nil,
    counted: NetworkAddress? = nil
  ) {
    self.token = token; self.browser = browser; self.address = address; self.counted = counted
  }
}
