import Browser

/// Counts what a person presses in a page.
enum PressCount {
  /// Counts what is pressed with the mouse, over all pages of the visit. To click into a field is no press.
  static let script = """
    addEventListener('click', ({ isTrusted, target }) => {
      if (!isTrusted || !target.closest('button, a, summary, [type=checkbox], [type=radio]')) return;
      sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses')) + 1);
    }, true);
    """

  static func on(_ page: Page) async throws -> Int {
    try await page.evaluate("Number(sessionStorage.getItem('presses'))").int ?? 0
  }
}
