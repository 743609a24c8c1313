/// What runs inside Firefox with the browser's own rights. `start` puts the functions that `FirefoxTools` calls under
/// `Symbol.for('tests')` of the browser's window.
enum FirefoxScript {
  static let start = """
    const load = (name) => ChromeUtils.importESModule(`chrome://remote/content/${name}.sys.mjs`);
    const { RootMessageHandlerRegistry } = load("shared/messagehandler/RootMessageHandlerRegistry");
    const { RootMessageHandler } = load("shared/messagehandler/RootMessageHandler");
    const { NavigableManager } = load("shared/NavigableManager");
    const { webauthn } = load("marionette/webauthn");
    const handler = RootMessageHandlerRegistry.getOrCreateMessageHandler("tests");
    const bidi = (moduleName, commandName, params) =>
      handler.handleCommand({ moduleName, commandName, params, destination: { type: RootMessageHandler.type } });
    const tests = window[Symbol.for("tests")] = { bidi };
    \(pages)
    \(console)
    \(keys)
    \(picking)
    \(inPage)
    \(repair)
    await bidi("session", "subscribe", { events: ["log.entryAdded"] });
    """

  private static let pages = """
    tests.evaluate = async (context, expression) => {
      try {
        const answer = await bidi("script", "evaluate",
          { expression, target: { context }, awaitPromise: true });
        return answer.type === "success" ? { text: answer.result.value ?? null }
          : { thrown: answer.exceptionDetails.text };
      } catch (error) {  // the document, or the whole tab, went away meanwhile
        return NavigableManager.getBrowsingContextById(context) ? { thrown: String(error) } : { isGone: true };
      }
    };
    tests.print = (tab, isPrinting) => {
      NavigableManager.getBrowsingContextById(tab).mediumOverride = isPrinting ? "print" : "";
    };
    tests.prefer = (name, value) => {
      if (value === null) Services.prefs.clearUserPref(name);
      else if (typeof value === "number") Services.prefs.setIntPref(name, value);
      else Services.prefs.setStringPref(name, value);
    };
    """

  /// Entries as Chromium writes them: an answer of 400 and above is an error of the network.
  private static let console = """
    const entries = [], levels = { error: "SEVERE", warn: "WARNING", info: "INFO", debug: "DEBUG" };
    tests.takeConsole = () => entries.splice(0);
    handler.on("message-handler-protocol-event", (_, { name, data }) => {
      if (name !== "log.entryAdded") return;
      entries.push({ level: levels[data.level], message: data.text,
        source: data.type === "console" ? "console-api" : data.type });
    });
    tests.network = { observe(subject) {
      const channel = subject.QueryInterface(Ci.nsIHttpChannel);
      if (channel.responseStatus < 400 || !channel.loadInfo.browsingContextID) return;
      entries.push({ level: "SEVERE", source: "network", message: `${channel.URI.spec}: ${channel.responseStatus}` });
    } };
    for (const topic of ["http-on-examine-response", "http-on-examine-cached-response"]) {
      Services.obs.addObserver(tests.network, topic);
    }
    """
}
