import Model
import Testing

@Suite struct BrowserPhraseTests {
  @Test(
    "G-45: what a browser says of itself becomes one short phrase",
    arguments: [
      (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
        "Chrome on Linux"
      ),
      (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
        "Chrome on Linux"
      ),
      (
        """
        Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
        Safari/537.36
        """,
        "Chrome on Windows"
      ),
      (
        """
        Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
        Safari/537.36 Edg/140.0.0.0
        """,
        "Edge on Windows"
      ),
      (
        """
        Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 \
        OPR/122.0.0.0
        """,
        "Opera on Linux"
      ),
      (
        """
        Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
        Safari/537.36
        """,
        "Chrome on ChromeOS"
      ),
      (
        """
        Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile \
        Safari/537.36
        """,
        "Chrome on Android"
      ),
      (
        """
        Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 \
        Chrome/130.0.0.0 Mobile Safari/537.36
        """,
        "Samsung Internet on Android"
      ),
      ("Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", "Firefox on Android"),
      ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"),
      ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Mac"),
      (
        """
        Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 \
        Safari/605.1.15
        """,
        "Safari on Mac"
      ),
      (SessionsTests.phone, "Safari on iPhone"),
      (
        """
        Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 \
        Mobile/15E148 Safari/604.1
        """,
        "Chrome on iPhone"
      ),
      (
        """
        Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.0 \
        Mobile/15E148 Safari/605.1.15
        """,
        "Firefox on iPad"
      ),
      ("Wget/1.21 (linux-gnu)", "A browser"), ("Something on Linux", "A browser on Linux"), ("", "A browser"),
    ])
  func known(agent: String, phrase: String) { #expect(BrowserPhrase(userAgent: agent).text == phrase) }

  @Test("the phrase contains only known names, whatever the header contains")
  func vocabulary() {
    let names = ["A browser", "Edge", "Opera", "Samsung Internet", "Firefox", "Chrome", "Safari"]
    let systems = ["", " on iPhone", " on iPad", " on Android", " on Windows", " on ChromeOS", " on Mac", " on Linux"]
    let all = Set(names.flatMap { name in systems.map { name + $0 } })
    for agent in [
      "<script>Firefox/</script>", "your bank on Chrome/", String(repeating: "Edg/", count: 4000),
      "Safari/\u{202e}Windows", "\u{0}",
    ] {
      #expect(all.contains(BrowserPhrase(userAgent: agent).text), "\(agent.prefix(40))")
    }
  }
}
