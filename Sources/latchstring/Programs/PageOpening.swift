import Encoding
import Foundation
import HandsTools
import LocalServer
import Sentences
import Synchronization
import TerminalSurface

/// Brings the page of `home` into the browser of the person who started it, with the secret that pairs that browser
/// with these hands.
///
/// The secret is in the address's fragment, which no browser sends to a server. Other users of the computer can read a
/// program's arguments, so the browser is given a file of the person's own that leads to the address.
final class PageOpening: Sendable {
  private let origin: String, file: String
  private let browser: OwnBrowser?
  private let isWritten = Atomic(false)
  let secrets: PairingSecrets
  /// `true` if the address is shown to a person. Output that is stored would keep it for others.
  private static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

  /// - Parameters:
  ///   - file: The path of the file for the browser, in a folder that only its owner can enter.
  ///   - browser: `nil` if no browser is to be opened.
  init(of origin: String, file: String, browser: OwnBrowser?) {
    self.origin = origin; self.file = file; self.browser = browser
    secrets = PairingSecrets(ended: { isUsed in
      unlink(file)
      guard isUsed, Self.isShown else { return }
      say("The address was used: that browser reaches this computer's cards, passkeys and account recovery.")
    })
  }

  /// Opens the browser, and shows the address on a terminal.
  func begin() {
    guard Self.isShown else { return }
    let address = newAddress(), isOpened = open(address)
    let lead: Sentence =
      isOpened
      ? "It opens in your browser. If it does not, open this address there:"
      : "Open this address in your browser:"
    say(
      """
      \(lead)
      \(address)
      It works once, and for ten minutes. Press Enter for a new one.
      """)
  }

  /// Shows a new address, which replaces the previous one.
  func renew() {
    guard Self.isShown else { return }
    end()  // the file leads to the address before
    say("The new address, which works once, and for ten minutes:\n\(newAddress())")
  }

  /// Removes what was written for the browser.
  func end() { if isWritten.exchange(false, ordering: .acquiringAndReleasing) { unlink(file) } }

  private func newAddress() -> String { "\(origin)/#pair=\(secrets.draw())" }

  private func open(_ address: String) -> Bool {
    guard let browser else { return false }
    unlink(file)  // of hands that were killed; its secret ended with them
    guard (try? NewFile.write(Secret(Self.page(to: address).utf8), to: file)) != nil else { return false }
    isWritten.store(true, ordering: .releasing)
    browser.open(file)
    return true
  }

  /// The page that leads to the address at once.
  private static func page(to address: String) -> String {
    """
    <!doctype html>
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=\(address)">
    <title>Latchstring</title>
    <a href="\(address)">Latchstring</a>

    """
  }
}
