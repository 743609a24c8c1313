import Browser

/// Delays a passkey's answer in the browser for as long as a test needs, as a slow person would.
enum Held {
  static let script = """
    (() => {
      const get = CredentialsContainer.prototype.get;
      CredentialsContainer.prototype.get = async function (options) {
        const credential = await get.call(this, options);
        while (sessionStorage.getItem('held')) await new Promise((resolve) => setTimeout(resolve, 10));
        return credential;
      };
    })();
    """
  static func hold(_ page: Page) async throws { try await page.run("sessionStorage.setItem('held', 'yes')") }
  static func release(_ page: Page) async throws { try await page.run("sessionStorage.removeItem('held')") }
}
