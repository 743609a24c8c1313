/// Opens a page in a separate browser without any stored data, and closes it after `body`.
///
///     try await withPage { page in
///       try await page.go(to: "http://localhost:\(port)/")
///       try await page.press("Continue")
///     }
///
/// The browser is new or was renewed: starting Chromium takes a second of processor time, a fifth of a test. Two tests
/// never share one at the same time, because a second set of cookies inside one process (`Target.createBrowserContext`)
/// is out of chromedriver's reach. With a setup of its own, and after a test that threw an error, it is a new process.
/// At most one page more than there are processors is open at a time. Firefox is a new process for every test.
/// `BrowserKind.chosen` says which of the two it is.
///
/// A closure whose only `try` is inside `#expect` is not inferred to throw; write `(page) async throws in` there.
///
/// The address `http://NAME.localhost:PORT` needs no entry anywhere: browsers resolve it to the loopback address
/// themselves.
public func withPage<Value>(
  _ setup: PageSetup = PageSetup(), isolation: isolated (any Actor)? = #isolation, _ body: (Page) async throws -> Value
) async throws -> Value {
  let browser = BrowserKind.chosen
  let session = try await browser.open(setup)
  do {
    let value = try await body(Page(session: session, tab: await session.firstTab))
    await browser.close(session, of: setup, isUsable: true)
    return value
  } catch {
    await browser.close(session, of: setup, isUsable: false)
    throw error
  }
}
