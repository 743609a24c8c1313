import Browser
import Foundation
import Person
import TestKeys
import TestSite
import Testing

/// This computer's own passkeys in a real browser: at our site, and at a foreign one.
@Suite struct OwnKeysTests {
  /// Makes the sign-up passkey the primary key, continues without a backup, and saves the code.
  private func enroll(_ browser: OwnKeysBrowser) async throws {
    let page = browser.page
    try await page.enter(.keys)
    try await page.press("Add a hardware key")
    try await page.press("Confirm with your passkey")
    try await browser.sheet(saying: "This account has a passkey here already.").press("Close")
    try await page.wait(forText: "You signed up with this key. Use it as your primary key, or tap a different one.")
    try await page.press("Use this key")
    try await page.wait(forText: "Name this key")
    try await page.type("this computer", into: "#name")
    try await page.press("Continue")
    try await page.wait(forText: "2 of 4")
    try await page.press("Skip backup (not recommended)")
    try await page.wait(forText: "Go on with one key?")
    try await page.press("Go on with one key")
    try await page.wait(forText: "4 of 4")
    try await page.click("#saved")
    try await page.press("Finish")
    try await page.press("Not now")
    try await page.wait(forText: "Key is in. One enrolled, recovery code saved.")
  }

  /// The passkey makes an account and signs in, and its PRF opens the Master Key. The TPM counts a wrong PIN.
  @Test("M-12 E-08: at our site, a passkey in the TPM signs in and opens the Master Key") func ourSite() async throws {
    try await withOwnKeys { browser in
      try await withSite { site in
        let page = browser.page
        try await page.go(to: site.origin + "/lab")
        try await browser.isAttached()
        try await page.register("mirela", on: site, signingOut: false)
        try await enroll(browser)
        try await page.go(to: site.origin + "/account")
        try await page.press("Open your journal")
        try await page.press("Confirm with your passkey")
        try await page.wait(forText: "Your journal is open in this page, and nowhere else.")
        try await page.type("The spare is at Ana's.", into: "#journal-text")
        try await page.press("Save the entry")
        try await page.wait(forText: "Saved.")
        try await page.go(to: site.origin + "/account")
        try await page.signOutHere()

        try browser.home.pinentry.type("111111")
        try await page.go(to: site.origin)
        try await page.signInWithPasskey()
        try await browser.sheet(saying: "The PIN was not right.").press("Close")
        #expect(try await browser.home.run("doctor").output.contains("5 wrong tries are left"))
        try browser.home.pinentry.type(KeysHome.pin)
        try await page.go(to: site.origin)
        try await page.signInWithPasskey()
        try await page.wait(forText: "You're in, mirela.")
        #expect(
          try await browser.asked {
            try await page.press("Open your journal"); try await page.wait(forText: "The spare is at Ana's.")
          } == 0, "it opens with what the sign-in gave")
        try await page.expectQuietConsole()
      }
    }
  }

  /// Its counter grows.
  @Test("E-16 E-38: at a foreign site, a TPM passkey registers and signs in until it is erased")
  func foreignSite() async throws {
    try await withOwnKeys { browser in
      try await withExample { address in
        let page = browser.page
        try await page.go(to: address)
        try await browser.isAttached()
        try await page.type("ada", into: "input[name=name]")
        try await page.press("Register")
        try await page.wait(forText: "Signed in as ada.")
        try await page.run(
          """
          window.counters = []; const send = window.fetch;
          window.fetch = (path, message) => {
            const data = JSON.parse(message?.body ?? '{}').response?.authenticatorData;
            if (data)
              counters.push([...atob(data.replaceAll('-', '+').replaceAll('_', '/'))].slice(32, 37)
                .map((letter) => letter.charCodeAt(0)));
            return send(path, message);
          };
          """)
        for _ in 0..<2 {
          try await page.press("Sign out")
          try await page.wait(forText: "Nobody is signed in.")
          try await page.press("Sign in")
          try await page.wait(forText: "Signed in as ada.")
        }
        let counters = try #require(try await page.evaluate("counters").array).compactMap {
          $0.array?.compactMap(\.int)
        }
        try #require(
          counters.count == 2 && counters.allSatisfy { $0.first == 0x05 },
          "present and verified, not backed up: \(counters)")
        #expect(counters[0].lexicographicallyPrecedes(counters[1]))
        #expect(try await browser.home.run("list").output.contains("localhost  ada"))

        #expect(try await browser.home.run("reset", "--erase").status == 0)
        try await browser.home.setPIN()
        try await page.press("Sign out")
        try await page.wait(forText: "Nobody is signed in.")
        try await page.press("Sign in")
        try await browser.sheet(saying: "There is no passkey for this site on this computer.").press("Close")
        try await page.wait(forText: "That did not work: The operation either timed out or was not allowed.")
      }
    }
  }

  @Test("E-43: a passkey that a site disowns is no longer offered there, and the list says so")
  func unknownThere() async throws {
    try await withOwnKeys { browser in
      let page = browser.page
      try await withExample { address in
        try await page.go(to: address)
        try await browser.isAttached()
        try await page.type("ada", into: "input[name=name]")
        try await page.press("Register")
        try await page.wait(forText: "Signed in as ada.")
      }
      // The same site after losing its memory.
      try await withExample { address in
        try await page.go(to: address)
        try await page.press("Sign in")
        try await page.wait(forText: "That did not work:")
        try await page.wait(until: "the passkey to be hidden") {
          try await browser.home.run("list").output.contains("ada  (the site no longer knows it)")
        }
        try await page.press("Sign in")
        try await browser.sheet(saying: "There is no passkey for this site on this computer.").press("Close")
      }
    }
  }
}
