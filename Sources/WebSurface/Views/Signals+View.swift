import AccountService

extension Accounts.Signals {
  /// As `signals.js` reads them from the page.
  func values(rpID: String) -> [String: Any] {
    [
      "accepted": String(decoding: accepted(by: rpID).json(), as: UTF8.self),
      "details": String(decoding: details(for: rpID).json(), as: UTF8.self),
    ]
  }
}
