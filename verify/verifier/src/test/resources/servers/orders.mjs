// An order service that prints its port: node orders.mjs PORT [right|twice|renumbers|dies]
import { createServer } from 'node:http';

const [port, mode = 'right'] = process.argv.slice(2);
const records = new Map(), effects = new Map();
let orders = 0, requests = 0;

const work = () => new Promise(done => setTimeout(done, 5));
const json = (response, status, value, headers = {}) => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
};

async function place(key, body, response) {
  const record = records.get(key);
  if (record && record.body !== body) return json(response, 422, { error: 'another payload' });
  if (record && !record.answer) return json(response, 409, { error: 'in progress' }, { 'Retry-After': '1' });
  if (record) {
    const answer = mode === 'renumbers' ? { ...record.answer, id: ++orders } : record.answer;
    return json(response, 201, answer, { 'Idempotent-Replayed': 'true' });
  }
  if (mode === 'twice') await work(); // looked first, and writes later
  const mine = { body, answer: null };
  records.set(key, mine);
  if (mode !== 'twice') await work();
  const { ref } = JSON.parse(body);
  effects.set(ref, (effects.get(ref) ?? 0) + 1);
  mine.answer = { id: ++orders, ref };
  json(response, 201, mine.answer);
}

createServer((request, response) => {
  if (mode === 'dies' && ++requests > 60) process.exit(3);
  if (request.url === '/effects') return json(response, 200, [...effects].map(([ref, count]) => ({ ref, count })));
  let body = '';
  request.on('data', part => (body += part));
  request.on('end', () => place(request.headers['idempotency-key'], body, response));
}).listen(Number(port), '127.0.0.1', function () {
  console.log(this.address().port);
});
