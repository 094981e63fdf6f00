// Loaded into a script before anything else: a signal ends it through its exit handlers, which stop the embedded
// database, instead of leaving that behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
