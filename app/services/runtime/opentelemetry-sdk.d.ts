/** The types of the package that the site uses. The package isn't a dependency, because few sites need it. */
declare module "@opentelemetry/sdk-node" {
  export class NodeSDK {
    constructor(options: { serviceName: string; instrumentations: []; metricReaders: []; logRecordProcessors: [] });
    start(): void;
    shutdown(): Promise<void>;
  }
}
