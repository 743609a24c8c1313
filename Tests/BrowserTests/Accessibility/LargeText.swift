import Browser

/// A screen whose text is twice as large as usual (WCAG 2.2, 1.4.4 Resize Text).
struct LargeText {
  let page: Page

  /// Returns what is cut or wider than the page at that size. Afterwards, text has its usual size again.
  func cut() async throws -> [String] {
    try await page.emulate(textScale: 2)
    let found = try await page.run(Self.search).array?.compactMap(\.string)
    try await page.emulate(textScale: 1)
    return found ?? ["the page gave no answer"]
  }

  /// Lists text, buttons and fields that leave their own box or are cut by one around it. What only screen readers are
  /// told does not count.
  private static let search = """
    if (getComputedStyle(document.documentElement).fontSize !== '32px') return ['the text did not grow'];
    const found = new Set(), root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.add(`the page is ${root.scrollWidth} wide in ${innerWidth}`);
    const hides = ({ overflowX }) => overflowX === 'hidden' || overflowX === 'clip';
    const leaves = (part, box) =>
      part.width > 0 && (part.left < box.left - 1 || part.right > box.right + 1 || part.top < box.top - 1
        || part.bottom > box.bottom + 1);
    const judge = (what, parts, own) => {
      if (own.closest('.vh, [hidden], dialog:not([open])') || !own.checkVisibility()) return;
      const box = own.getBoundingClientRect();
      if (parts.some((part) => part.right > box.right + 1 || part.left < box.left - 1)) found.add(`spills: ${what}`);
      for (let one = own; one && one !== document.body; one = one.parentElement) {
        if (!hides(getComputedStyle(one))) continue;
        const around = one.getBoundingClientRect();
        if (parts.some((part) => leaves(part, around))) found.add(`cut by ${one.className}: ${what}`);
      }
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode, range = document.createRange();
      let own = text.parentElement;
      if (!text.data.trim() || !own || ['SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION'].includes(own.tagName)) continue;
      while (own.parentElement && ['inline', 'contents'].includes(getComputedStyle(own).display)) own = own.parentElement;
      range.selectNodeContents(text);
      judge(text.data.trim().slice(0, 60), [...range.getClientRects()].filter((part) => part.width > 0), own);
    }
    for (const one of document.querySelectorAll('button, a[href], input, select, textarea')) {
      judge(one.id || one.innerText.slice(0, 60), [one.getBoundingClientRect()], one);
    }
    return [...found];
    """
}
