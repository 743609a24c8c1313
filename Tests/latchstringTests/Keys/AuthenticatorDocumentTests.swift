import Foundation
import Testing

/// Checks that docs/AUTHENTICATOR.md says what the requirements demand, and names only things that exist.
@Suite struct AuthenticatorDocumentTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardizedFileURL
  /// The document's text, regardless of line breaks.
  private func words() throws -> String {
    try String(contentsOf: Self.root.appending(path: "docs/AUTHENTICATOR.md"), encoding: .utf8).split(
      whereSeparator: \.isWhitespace
    )
    .joined(separator: " ")
  }

  @Test(
    "E-02 E-03 E-04 E-06: why some passkeys say that they are backed up, and are not",
    arguments: [
      """
      iOS takes a passkey from a third party's app, when another device asks for it (hybrid transport), only with BE=1 \
      and BS=1.
      """,
      "\"The operation either timed out or was not allowed\"", "These flags are a requirement of that protocol",
      "not a switch that weakens a key",
      "https://developer.apple.com/forums/thread/742209",
      "Apple expects an app that sets them to synchronize its passkeys.", "on purpose",
    ]) func flags(sentence: String) throws
  { #expect(try words().contains(sentence)) }

  @Test(
    "E-21 E-22 E-23 E-24 E-25: why nobody can hide the window",
    arguments: [
      "(`UISheetPresentationController`)",
      "(`NSExtensionActionWantsFullScreenPresentation`) is for Action extensions only",
      "App Extension Keys](https://developer.apple.com/",
      "(`provideCredentialWithoutUserInteraction`) cannot use biometrics",
      "Bitwarden, Strongbox and others",
      "nobody knows a way around", "forum thread 694643",
      "When asked if there is a way to customize the detents... the answer is unfortunately no.",
    ]) func window(sentence: String) throws
  { #expect(try words().contains(sentence)) }

  @Test("the recipe for ssh names an existing command that builds the library") func library() throws {
    let text = try words()
    let command = "scripts/release latchstring-sk", library = ".build/release/liblatchstring-sk.so"
    #expect(text.contains(command + " #") && text.contains("SSH_SK_PROVIDER=\"$PWD/\(library)\""))
    #expect(FileManager.default.isExecutableFile(atPath: Self.root.appending(path: "scripts/release").path))
    #expect(
      try String(contentsOf: Self.root.appending(path: "scripts/release"), encoding: .utf8).contains(
        "swift build -c release"))
    let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(manifest.contains(#".library(name: "latchstring-sk", type: .dynamic,"#))
  }

  @Test("the extension's window has the colours of our pages") func colours() throws {
    let ours = try Data(contentsOf: Self.root.appending(path: "Sources/WebSurface/Public/tokens.css"))
    #expect(try Data(contentsOf: Self.root.appending(path: "Extension/browser/tokens.css")) == ours)
  }

  @Test("E-35 E-44: the code paths named in the document exist, and the map lists their rooms") func places() throws {
    let text = try words()
    let places = text.matches(of: /`((?:Sources|Extension|Tests)\/[^`]+)`/).map { String($0.output.1) }
    #expect(places.count >= 8)
    for place in places {
      #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: place).path), "\(place)")
    }
    for part in ["`DeviceBoundPasskeyStore`", "key generation", "`web/server.js`", "apple-app-site-association"] {
      #expect(text.contains(part))
    }
    let map = try String(contentsOf: Self.root.appending(path: "docs/MAP.md"), encoding: .utf8)
    for room in ["Authenticator", "TPMKeys", "RelyingParty"] { #expect(map.contains("- `\(room)` (floor")) }
  }
}
