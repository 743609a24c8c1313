import Browser
import TestSite

/// A person's steps on a page, each defined once.
extension Page {
  /// Goes from the list to the scenario with this name (B-03).
  public func choose(_ scenario: String, on site: TestSite) async throws {
    try await go(to: site.origin + "/lab")
    try await pick(scenario)
  }

  /// Presses one of the list's entries.
  public func pick(_ scenario: String) async throws {
    let search =
      """
      return [...document.querySelectorAll('button.choice')]
        .find((one) => one.innerText.split('\\n').includes(arguments[0]))
      """
    try await element(search, .string(scenario))?.click()
    try await wait(untilTrue: "location.pathname != '/lab'")  // a conditional request may have signed in already
  }

  /// Creates an account with a passkey as a person does, and signs out again.
  public func registerByHand(_ name: String, on site: TestSite, signingOut: Bool = true) async throws {
    try await choose("Registration", on: site)
    try await type(name, into: "#username")
    try await press("Create a passkey")
    try await wait(forText: "You're in, \(name).")
    if signingOut {
      try await signOutHere()
    }
  }

  /// Creates the same account through the JSON endpoints, for tests of later steps. It ends like `registerByHand`: in
  /// the lab, signed out, or on the account's page.
  public func register(_ name: String, on site: TestSite, signingOut: Bool = true) async throws {
    try await signUp(name, on: site, signingOut: signingOut)
    if !signingOut { try await go(to: site.origin + "/account") }
  }
  /// Creates the same account and stays in the lab, which does not show who is signed in.
  public func signUp(_ name: String, on site: TestSite, signingOut: Bool = false) async throws {
    try await go(to: site.origin + "/lab")
    try await run(Self.registration, .string(name), .bool(signingOut))
  }
  private static let registration = """
    const post = async (path, body) => {
      const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    const options = await (await post('/api/registration/options', { username: arguments[0], prf: true })).json();
    const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
      options) });
    const response = made.toJSON();
    delete response.clientExtensionResults.prf?.results;
    await post('/api/registration/verify', response);
    if (arguments[1]) await post('/sign-out', {});
    """

  /// Signs in from the start page with one press, once its scripts are there; before that, the button is a plain form.
  public func signInWithPasskey() async throws {
    try await wait(untilTrue: "location.pathname === '/' && document.readyState === 'complete'")
    try await press("Sign in with a passkey")
  }

  /// Goes from the first page by "Can't get in?" to the flow for what the person still has.
  public func getBackIn(with possession: String, on site: TestSite) async throws {
    try await go(to: site.origin)
    try await press("Can't get in?")
    try await press(possession)
  }

  /// Signs out from the account page, which leads back to where the sign-in began: the lab, or the first page.
  public func signOutHere() async throws {
    try await press("Sign out")
    try await wait(untilTrue: "['/', '/lab'].includes(location.pathname) && document.readyState === 'complete'")
  }

  /// Sets a password in its room: confirms with the passkey, then saves it. Ends on the account page, signed in.
  public func setPassword(_ password: String) async throws {
    try await enter(.password)
    try await press("Set a password")
    try await press("Confirm with your passkey")
    try await type(password, into: "#new-password")
    try await press("Save password")
    try await wait(forText: "Your password is saved.")
    try await press("Back to Settings")
    try await isIn(.password)
    try await wait(forText: "A password is set. You set it today.")
    try await press("Overview")
    try await wait(untilTrue: "location.pathname == '/account'")
    try await wait(forText: "You're in,")
  }
}
