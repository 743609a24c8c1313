/// Opens a page in a new browser process with an empty profile, and closes it after `body`.
///
///     try await withPage { page in
///       try await page.go(to: "http://localhost:\(port)/")
///       try await page.press("Continue")
///     }
///
/// A new process for each test, because a WebAuthn request left pending blocks its page, and because a second set of cookies inside one
/// process (`Target.createBrowserContext`) is out of chromedriver's reach. It costs about half a second on an idle machine: 0.35–0.45 s to
/// start Chromium, 0.1 s to end it. As many pages are open at a time as there are processors.
///
/// A closure whose only `try` stands inside `#expect` is not taken for a throwing one; write `(page) async throws in` there.
///
/// The address `http://NAME.localhost:PORT` needs no entry anywhere: Chromium resolves it to the loopback address itself.
public func withPage<Value>(
  _ setup: PageSetup = PageSetup(), isolation: isolated (any Actor)? = #isolation, _ body: (Page) async throws -> Value
) async throws -> Value {
  let session = try await Chromedriver.shared.open(setup)
  do {
    let value = try await body(Page(session: session, tab: await session.firstTab))
    await Chromedriver.shared.close(session)
    return value
  } catch {
    await Chromedriver.shared.close(session)
    throw error
  }
}
