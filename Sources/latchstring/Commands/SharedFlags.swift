import ArgumentParser
import Configuration

/// The flags that `home` and `serve` share. They are only read here; `Settings` decides what they mean, together with the other sources.
struct SharedFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(help: "The port to listen on (also LATCHSTRING_PORT).") var port: Int?
  @Option(help: "trace, debug, info, notice, warning, error or critical (also LATCHSTRING_LOG_LEVEL).") var logLevel: String?

  @Flag(help: "For tests: answer the FIDO Alliance's conformance tool (also LATCHSTRING_CONFORMANCE_API=on).") var conformance = false

  var values: [AbsoluteConfigKey: ConfigValue] {
    var values = place.values
    if conformance { values[AbsoluteConfigKey(["conformance", "api"])] = ConfigValue(.string("on"), isSecret: false) }
    if let port { values[AbsoluteConfigKey(["port"])] = ConfigValue(.int(port), isSecret: false) }
    if let logLevel { values[AbsoluteConfigKey(["log", "level"])] = ConfigValue(.string(logLevel), isSecret: false) }
    return values
  }
}

/// Where everything is kept: the flags of every command that looks there.
struct PlaceFlags: ParsableArguments {
  @Option(help: "The folder for everything that is kept (also LATCHSTRING_DATA).") var data: String?
  @Option(help: "A JSON file with settings (also LATCHSTRING_CONFIG).") var config: String?

  var values: [AbsoluteConfigKey: ConfigValue] {
    data.map { [AbsoluteConfigKey(["data"]): ConfigValue(.string($0), isSecret: false)] } ?? [:]
  }
}
