import ArgumentParser
import Configuration

/// The flags that `home` and `serve` share. They are only read here; `Settings` decides what they mean, together with the other sources.
struct SharedFlags: ParsableArguments {
  @Option(help: "The folder for everything that is kept (also LATCHSTRING_DATA).") var data: String?
  @Option(help: "The port to listen on (also LATCHSTRING_PORT).") var port: Int?
  @Option(help: "A JSON file with settings (also LATCHSTRING_CONFIG).") var config: String?
  @Option(help: "trace, debug, info, notice, warning, error or critical (also LATCHSTRING_LOG_LEVEL).") var logLevel: String?

  var values: [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    if let data { values[AbsoluteConfigKey(["data"])] = ConfigValue(.string(data), isSecret: false) }
    if let port { values[AbsoluteConfigKey(["port"])] = ConfigValue(.int(port), isSecret: false) }
    if let logLevel { values[AbsoluteConfigKey(["log", "level"])] = ConfigValue(.string(logLevel), isSecret: false) }
    return values
  }
}
