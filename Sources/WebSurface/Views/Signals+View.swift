import AccountService

extension Accounts.Signals {
  /// Returns the values in the form that `signals.js` reads from the page.
  func values(rpID: String) -> [String: Any] {
    [
      "accepted": String(decoding: accepted(by: rpID).json(), as: UTF8.self),
      "details": String(decoding: details(for: rpID).json(), as: UTF8.self),
    ]
  }
}
