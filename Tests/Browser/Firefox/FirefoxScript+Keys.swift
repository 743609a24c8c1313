extension FirefoxScript {
  /// Virtual authenticators. One without presence is unplugged, and its credentials are kept here meanwhile.
  static let keys = """
    const keys = [];
    class Key {
      kept = [];
      constructor(config) { this.config = config; }
      plug() {
        if (this.id !== undefined) return;
        this.id = webauthn.addVirtualAuthenticator(this.config);
        for (const credential of this.kept.splice(0)) webauthn.addCredential(this.id, credential);
      }
      unplug() {
        if (this.id === undefined) return;
        this.kept = this.list();
        webauthn.removeVirtualAuthenticator(this.id);
        this.id = undefined;
      }
      list() {
        if (this.id === undefined) return this.kept;
        return webauthn.getCredentials(this.id).map(
          ({ credentialId, isResidentCredential, rpId, privateKey, userHandle, signCount }) =>
            ({ credentialId, isResidentCredential, rpId, privateKey, userHandle, signCount }));
      }
      add(credential) {
        if (this.id === undefined) this.kept.push(credential); else webauthn.addCredential(this.id, credential);
      }
      drop(credentialId) {
        this.kept = this.kept.filter((one) => one.credentialId !== credentialId);
        if (this.id !== undefined) webauthn.removeCredential(this.id, credentialId);
      }
      clear() {
        this.kept = [];
        if (this.id !== undefined) webauthn.removeAllCredentials(this.id);
      }
      setVerified(isUserVerified) {
        this.config.isUserVerified = isUserVerified;
        if (this.id !== undefined) webauthn.setUserVerified(this.id, isUserVerified);
      }
      remove() {
        this.unplug();
        this.kept = [];
        this.plug = () => { throw new Error("the authenticator was removed"); };
      }
    }
    // Without a virtual authenticator, requests wait for a real one.
    const settle = () => Services.prefs.setBoolPref("security.webauth.webauthn_enable_usbtoken",
      !keys.some((key) => key.id !== undefined));
    tests.addKey = (config, isPresent) => {
      const key = new Key(config);
      keys.push(key);
      if (isPresent) key.plug();
      settle();
      return keys.indexOf(key);
    };
    tests.tellKey = (index, action, given) => {
      try { return keys[index][action](...given); } finally { settle(); }
    };
    """

  /// What a person does in the browser's own windows: picks a passkey below a field, and one of several on a key, and
  /// allows the site to see the key's maker.
  static let picking = """
    const service = Cc["@mozilla.org/webauthn/service;1"].getService(Ci.nsIWebAuthnService);
    const fillable = (transaction) => new Promise((resolve) => service.getAutoFillEntries(transaction, {
      QueryInterface: ChromeUtils.generateQI(["nsIWebAuthnAutoFillEntriesCallback"]),
      resolve, reject: () => resolve([]),
    }));
    let isPicking = false;
    const pick = async () => {
      if (isPicking || !keys.some((key) => key.id !== undefined)) return;
      isPicking = true;
      try {
        const { browsingContext, contentPrincipal } = gBrowser.selectedBrowser;
        const transaction = service.hasPendingConditionalGet(browsingContext.id, contentPrincipal.originNoSuffix);
        if (!transaction) return;
        const [first] = await fillable(transaction);
        if (first) service.selectAutoFillEntry(transaction, first.credentialId);
      } finally {
        isPicking = false;
      }
    };
    setInterval(() => pick().catch(() => {}), 50);  // a request may end while it is looked at
    tests.choices = { observe(_subject, _topic, text) {
      const { prompt, tid } = JSON.parse(text);
      if (prompt?.type === "select-sign-result") service.selectionCallback(tid, 0);
      if (prompt?.type === "attestation-consent") service.setHasAttestationConsent(tid, true);
    } };
    Services.obs.addObserver(tests.choices, "webauthn-prompt");
    """
}
