import Browser
import Foundation
import TestKeys
import TestSite
import TestTPM

/// A sign-in by a page in a real browser through the extension, relative to the same sign-in requested directly from
/// the browser's host. Both prompt for the PIN, which a script types; the keys are in swtpm.
enum ExtensionBench {
  private static let runs = 30
  /// How long the sheet is visible before it asks anything, in milliseconds.
  private static let seen = 300.0

  static func run() async throws {
    let home = try KeysHome(try TestTPM()), profile = home.folder + "/profile"
    try await home.setPIN()
    let folder = try await home.install(in: profile)
    let setup = PageSetup(flags: [
      "--user-data-dir=\(profile)", "--load-extension=\(folder)", "--disable-extensions-except=\(folder)",
    ])
    try await withPage(setup) { page in
      try await withSite { site in
        try await page.go(to: site.origin + "/lab")
        try await page.wait(until: "the extension to answer") { try await page.evaluate(Script.isThere) == true }
        _ = try await page.run(Script.register)
        let host = try await NativeHost(home)
        _ = try await host.register("ana")
        var (through, alone, way, state) = (Times(), Times(), Times(), Times())
        for _ in 0..<runs {
          way.add(.milliseconds(try await page.run(Script.ask).number ?? .nan))
          _ = try await state.measure { try await host.ask("state") }
          guard let time = try await page.run(Script.signIn).number else { throw Failure("The page got no answer.") }
          through.add(.milliseconds(time - seen))
          let answer = try await alone.measure { try await host.signIn() }
          guard answer["response"] is String else { throw Failure("The host refused: \(answer)") }
        }
        print("a sign-in of a page in Chromium, \(runs) times in turns")
        report(
          "through the extension, without the 0.3 s in which its window is seen", through, over: alone, "the host alone"
        )
        print("a question of the page that opens no window, as often")
        report("through the extension", way, over: state, "the host alone")
        _ = try await host.hangUp()
      }
    }
  }

  private enum Script {
    static let isThere = "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"
    static let register = """
      await navigator.credentials.create({publicKey: {
        rp: {name: "bench"}, user: {id: new Uint8Array(16), name: "bench", displayName: "bench"}, challenge: new Uint8Array(32),
        pubKeyCredParams: [{type: "public-key", alg: -7}],
        authenticatorSelection: {residentKey: "required", userVerification: "required"},
      }});
      """
    /// Returns milliseconds, like the next script.
    static let ask = "const start = performance.now(); await \(isThere); return performance.now() - start;"
    static let signIn = """
      const start = performance.now();
      await navigator.credentials.get({publicKey: {challenge: new Uint8Array(32), userVerification: "required"}});
      return performance.now() - start;
      """
  }
}
