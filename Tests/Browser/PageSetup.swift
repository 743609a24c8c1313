/// The launch settings of one test's browser.
///
/// The page is 1280 × 757; `Page.emulate` changes its size.
public struct PageSetup: Hashable, Sendable {
  /// Additional command-line flags, for example `--force-prefers-reduced-motion`.
  public var flags: [String]

  /// `true` if extension windows are among the tabs.
  public var seesExtensions = false

  public init(flags: [String] = []) { self.flags = flags }

  /// There is no `--user-data-dir`: chromedriver makes an empty profile for each session inside its temporary folder,
  /// prepared so that Chromium starts faster with it than with a folder of ours, and removes it at the end.
  ///
  /// `--no-sandbox` is there because containers run tests as root, where Chromium refuses to start with its sandbox.
  func capabilities(chromium: String) -> JSON {
    let arguments =
      [
        // One process fewer takes part in each frame, so that a page loads with less work.
        "--in-process-gpu",
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--password-store=basic",
        // No tabs and no address bar, which would be drawn without anyone seeing them.
        "--kiosk", "--screen-info={1280x813}",
        // Otherwise each page of a site gets a new renderer frame, a quarter of its loading time; and the address bar
        // has two pages of its own.
        "--disable-features=RenderDocument,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
      ] + flags
    return [
      "browserName": "chrome",
      // an unexpected dialog should fail the test, not be clicked away
      "unhandledPromptBehavior": "ignore",
      "timeouts": ["script": 60_000, "pageLoad": 60_000, "implicit": 0],
      "goog:loggingPrefs": ["browser": "ALL"],
      "goog:chromeOptions": [
        "binary": .string(chromium), "args": .array(arguments.map(JSON.string)),
        "enableExtensionTargets": .bool(seesExtensions),
        "prefs": ["autofill.profile_enabled": false],  // what was typed in one test is not suggested in the next
      ],
    ]
  }
}
