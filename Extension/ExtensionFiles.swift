import Foundation

/// The browser extension, as files bundled with the program that installs it.
public enum ExtensionFiles {
  /// A folder that a browser can load.
  public static var path: String { Bundle.module.bundleURL.appending(path: "browser").path }
}
