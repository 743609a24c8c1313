import Browser
import Foundation
import TestKeys
import TestTPM

/// A Chromium with the extension, set up for this computer's passkeys as by `latchstring keys install-browser`. The
/// keys live in a software TPM, and the PIN is typed by a script.
struct OwnKeysBrowser {
  let home: KeysHome
  /// The folder with the browser's profiles.
  let profile: String
  let page: Page

  /// The file that tells the browser where the program is.
  var manifest: String { profile + "/NativeMessagingHosts/org.latchstring.keys.json" }

  /// The number of PIN prompts during `work`.
  func asked(during work: () async throws -> Void) async throws -> Int {
    let before = home.pinentry.asked
    try await work()
    return home.pinentry.asked - before
  }

  /// Holds back the PIN requested by `work` until `home.pinentry` is released.
  ///
  /// - Returns: Once the dialog is open.
  func holdPIN(during work: () async throws -> Void) async throws {
    let pinentry = home.pinentry, before = pinentry.asked
    try pinentry.hold()
    try await work()
    try await page.wait(until: "the PIN to be asked") { pinentry.asked == before + 1 && pinentry.isOpen }
  }

  /// Waits until the extension answers passkey requests, as reported by its own page.
  func isAttached() async throws {
    try await page.wait(until: "the extension to answer for this computer") {
      try await page.evaluate("PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") == true
    }
  }

  /// The extension's progress window, once it shows this text.
  func sheet(saying text: String) async throws -> Page {
    var found: Page?
    try await page.wait(until: "a sheet that says “\(text)”") {
      for tab in try await page.tabs() where tab != page {
        // The previous window may just be closing.
        guard (try? await tab.url)?.contains("/sheet.html") == true, (try? await tab.text)?.contains(text) == true
        else { continue }
        found = tab
        return true
      }
      return false
    }
    guard let found else { throw CancellationError() }
    return found
  }

  /// Waits until that window has closed by itself.
  func sheetIsGone() async throws {
    try await page.wait(until: "the window to close by itself") {
      for tab in try await page.tabs() where (try? await tab.url)?.contains("/sheet.html") == true { return false }
      return true
    }
  }

  /// Opens the popup of the extension's button, here in a tab, once Latchstring answers.
  func action() async throws -> Page {
    let tab = try await page.openTab()
    try await tab.go(to: "chrome-extension://mjlahbncmigmnaoafngbogjbndckbolb/action.html")
    try await tab.wait(untilTrue: "(await chrome.storage.session.get('refusal')).refusal === ''")
    return tab
  }
}

/// - Parameters:
///   - hasPIN: `true` if the person has set one.
///   - makeOther: Makes a second extension for the browser, in the folder `other` of the home.
func withOwnKeys(
  hasPIN: Bool = true, beside makeOther: ((String) throws -> Void)? = nil, _ body: (OwnKeysBrowser) async throws -> Void
) async throws {
  let home = try KeysHome(try TestTPM())
  if hasPIN { try await home.setPIN() }
  let profile = home.folder + "/profile", folder = try await home.install(in: profile), other = home.folder + "/other"
  try makeOther?(other)
  let folders = makeOther == nil ? folder : "\(folder),\(other)"
  var setup = PageSetup(flags: [
    "--user-data-dir=\(profile)", "--load-extension=\(folders)", "--disable-extensions-except=\(folders)",
  ])
  setup.seesExtensions = true
  try await withPage(setup) { page in try await body(OwnKeysBrowser(home: home, profile: profile, page: page)) }
}
