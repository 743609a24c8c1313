import Foundation

extension Page {
  /// A PNG of the window: `width × scale` by `height × scale` pixels under `emulate`.
  public func screenshot() async throws -> Data {
    guard let text = try await send(.get, "screenshot").string, let data = Data(base64Encoded: text) else {
      throw BrowserError(.driver, "the screenshot is not base64")
    }
    return data
  }
}
