import Encoding
import HandsTools

/// A message from the extension to this program. It is one JSON object, with a number by which the extension matches
/// the response.
struct BrowserMessage: Sendable {
  enum Ask: Sendable {
    /// Creates a credential, or signs in, with `requestDetailsJson` as the browser supplied it.
    case create(String), get(String)
    /// Asks which account such a request would use, as far as this is known without verifying the person.
    case look(isCreation: Bool, String)
    /// Forwards what a page reports about its accounts, and the origin of the frame that reported it.
    case signal(String, origin: String)
    /// Chooses one of the accounts that were offered for the request with this number; `nil` to choose no account.
    case choose(Int?)
    /// Cancels the request with this number, whose response is no longer needed.
    case cancel
    /// Asks whether the person can be verified here.
    case state
  }
  var id: Int64
  var ask: Ask

  /// Reads a message. Returns `nil` if the message is of none of these kinds or is malformed.
  init?(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(bytes, maximumSize: NativeMessages.longestIn),
      let id = document.member("id", of: document.root).flatMap(document.integer),
      let ask = document.member("ask", of: document.root).flatMap(document.string)
    else { return nil }
    let details = document.member("details", of: document.root).flatMap(document.string)
    let origin = document.member("origin", of: document.root).flatMap(document.string)
    self.id = id
    switch (ask, details) {
    case ("create", let details?): self.ask = .create(details)
    case ("get", let details?): self.ask = .get(details)
    case ("look-create", let details?): self.ask = .look(isCreation: true, details)
    case ("look-get", let details?): self.ask = .look(isCreation: false, details)
    case ("signal", let details?):
      guard let origin else { return nil }
      self.ask = .signal(details, origin: origin)
    case ("choose", nil):
      self.ask = .choose(
        document.member("index", of: document.root).flatMap(document.integer).flatMap { Int(exactly: $0) })
    case ("cancel", nil): self.ask = .cancel
    case ("state", nil): self.ask = .state
    default: return nil
    }
  }
}

/// A response from this program to the extension.
enum BrowserAnswer: Sendable {
  /// A response for the page, as JSON text.
  case response([UInt8])
  case failure(BrowserFailure)
  /// Asks which account is meant. The response to the original request follows later.
  case accounts([PasskeyAccount])
  case known(site: String, userName: String?)
  case state(verifies: Bool)
  /// There is nothing to report.
  case done

  func message(to id: Int64) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("id", Int(clamping: id))
      switch self {
      case .response(let text): json.member("response", String(decoding: text, as: UTF8.self))
      case .failure(let failure):
        json.member("error") {
          $0.object {
            $0.member("name", failure.name.rawValue)
            $0.member("message", failure.message)
          }
        }
        json.member("told", failure.told)
        if failure.mayTryAgain { json.member("again", true) }
      case .accounts(let accounts):
        json.member("accounts") {
          $0.array(accounts) { json, account in
            json.object {
              $0.member("userName", account.userName.map { TerminalLine.plain($0, most: OccasionWords.longestName) })
              $0.member(
                "displayName", account.displayName.map { TerminalLine.plain($0, most: OccasionWords.longestName) })
            }
          }
        }
      case .known(let site, let userName):
        json.member("site", site)
        json.member("userName", userName.map { TerminalLine.plain($0, most: OccasionWords.longestName) })
      case .state(let verifies): json.member("verifies", verifies)
      case .done: break
      }
    }
    return json.bytes
  }
}

/// An account at a site to which its passkey can sign in.
struct PasskeyAccount: Hashable, Sendable {
  var userID: [UInt8]
  /// The user name, which is known only if the person was verified.
  var userName: String?
  var displayName: String?
}
