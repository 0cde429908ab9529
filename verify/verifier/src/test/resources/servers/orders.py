# An order service that prints its port: python3 orders.py PORT [right|twice|renumbers|dies]
import json, os, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port, mode = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else 'right'
lock, records, effects, numbers = threading.Lock(), {}, {}, {'order': 0, 'request': 0}

def number(of):
    with lock:
        numbers[of] += 1
        return numbers[of]

class Orders(BaseHTTPRequestHandler):
    protocol_version, log_message = 'HTTP/1.1', lambda *ignored: None

    def answer(self, status, value, **headers):
        if mode == 'dies' and number('request') > 60:
            os._exit(3)
        text = json.dumps(value).encode()
        self.send_response(status)
        for name, content in {'Content-Type': 'application/json', 'Content-Length': str(len(text)), **headers}.items():
            self.send_header(name.replace('_', '-'), content)
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        with lock:
            rows = [{'ref': ref, 'count': count} for ref, count in effects.items()]
        self.answer(200, rows)

    def do_POST(self):
        key, body = self.headers['Idempotency-Key'], self.rfile.read(int(self.headers['Content-Length'])).decode()
        mine = {'body': body, 'answer': None}
        with lock:
            record = records.get(key) if mode == 'twice' else records.setdefault(key, mine)
        if record is not None and record is not mine:
            if record['body'] != body: return self.answer(422, {'error': 'another payload'})
            if record['answer'] is None: return self.answer(409, {'error': 'in progress'}, Retry_After='1')
            again = {**record['answer'], 'id': number('order')} if mode == 'renumbers' else record['answer']
            return self.answer(201, again, Idempotent_Replayed='true')
        time.sleep(0.005)
        ref, order = json.loads(body)['ref'], number('order')
        with lock:
            records[key] = mine
            effects[ref] = effects.get(ref, 0) + 1
            mine['answer'] = {'id': order, 'ref': ref}
        self.answer(201, mine['answer'])

class Server(ThreadingHTTPServer):
    request_queue_size, daemon_threads = 256, True

server = Server(('127.0.0.1', port), Orders)
print(server.server_port, flush=True)
server.serve_forever()
