// DynamoDB's protocol in plain text, by dynalite: node server.js PORT. Tables are made at once, and in memory.
const dynalite = require('dynalite')
const { version } = require('dynalite/package.json')

const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
// Node closes connections that were idle for five seconds; DynamoDB lets them wait longer.
server.keepAliveTimeout = 600000
server.prependListener('request', (request, response) => response.setHeader('Server', 'dynalite/' + version))
server.listen(Number(process.argv[2]), '127.0.0.1')
