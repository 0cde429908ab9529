// The "make it go wrong" buttons: each sends duplicates on purpose and shows what came back. The shop itself needs no script.
"use strict";

const box = document.getElementById("simulate");
const result = document.getElementById("result");
const text = box.dataset;
const product = "SKU-1";

function call(method, path, options = {}) {
    return fetch(path, {
        method,
        headers: { "X-User-Id": text.user, ...options.headers },
        body: options.body,
        signal: options.signal,
    });
}

function postJson(path, body, options = {}) {
    return call("POST", path, {
        ...options,
        headers: { "Content-Type": "application/json", ...options.headers },
        body: JSON.stringify(body),
    });
}

async function read(response) {
    return {
        status: response.status,
        replayed: response.headers.get("Idempotent-Replayed") === "true",
        body: await response.text(),
    };
}

async function json(response) {
    if (!response.ok) {
        throw new Error((await response.json()).detail);
    }
    return response.json();
}

const total = async () => (await json(await call("GET", "/api/orders?limit=1"))).total;
const stock = async () => (await json(await call("GET", "/api/products/" + product))).stock;

function element(name, ...content) {
    const made = document.createElement(name);
    made.append(...content);
    return made;
}

function facts(pairs) {
    const list = element("dl");
    for (const [name, value] of pairs) {
        list.append(element("dt", name), element("dd", String(value)));
    }
    return list;
}

function answers(rows) {
    const head = element("tr", element("th", text.request), element("th", text.status), element("th", text.answer));
    const body = rows.map(([name, answer]) => {
        const status = answer.status + (answer.replayed ? " · " + text.replayed : "");
        return element("tr", element("td", name), element("td", status), element("td", element("code", answer.body)));
    });
    return element("table", element("thead", head), element("tbody", ...body));
}

// Copies that meet a running first one may be told to come back; a client does.
async function untilAnswered(send) {
    for (let attempt = 0; ; attempt++) {
        const response = await send();
        const wait = Number(response.headers.get("Retry-After"));
        if (!wait || attempt === 20) {
            return read(response);
        }
        await response.text();
        await new Promise(resume => setTimeout(resume, wait * 1000));
    }
}

async function hundred(send) {
    const got = [];
    const show = () => result.replaceChildren(facts([[text.copies, got.length + " / 100"]]));
    show();
    await Promise.all(Array.from({ length: 100 }, async () => {
        got.push(await untilAnswered(send));
        show();
    }));
    return got;
}

function tally(values) {
    const counts = new Map();
    values.forEach(value => counts.set(value, (counts.get(value) ?? 0) + 1));
    return [...counts].map(([value, count]) => count + " × " + value).join(", ");
}

const summary = got => [
    [text.copies, got.length],
    [text.answers, tally(got.map(answer => answer.status))],
    [text.replayed, got.filter(answer => answer.replayed).length],
    [text.bodies, new Set(got.map(answer => answer.body)).size],
];

const scenarios = {
    async doubleClick() {
        const before = await total();
        const token = (await json(await postJson("/api/tokens", { purpose: "create-order" }))).token;
        const press = async () => read(await call("POST", "/api/order-forms", {
            headers: { "X-Form-Token": token, "Content-Type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ sku: product, quantity: "1" }).toString(),
        }));
        const [one, two] = await Promise.all([press(), press()]);
        return [facts([[text.orders, (await total()) - before]]), answers([["1", one], ["2", two]])];
    },

    async timeout() {
        const before = await total();
        const key = crypto.randomUUID();
        const send = signal => postJson("/api/orders", { sku: product, quantity: 1 }, { headers: { "Idempotency-Key": key }, signal });
        const abort = new AbortController();
        const first = send(abort.signal).then(read, () => ({ status: text.aborted, replayed: false, body: "–" }));
        setTimeout(() => abort.abort(), 4);
        const one = await first;
        const two = await untilAnswered(() => send());
        return [facts([[text.orders, (await total()) - before]]), answers([[text.first, one], ["2", two]])];
    },

    async manyOrders() {
        const [before, stockBefore] = [await total(), await stock()];
        const key = crypto.randomUUID();
        const got = await hundred(() => postJson("/api/orders", { sku: product, quantity: 1 }, { headers: { "Idempotency-Key": key } }));
        return [facts([...summary(got), [text.orders, (await total()) - before], [text.stock, stockBefore - (await stock())]])];
    },

    async manyPayments() {
        const order = await json(await postJson("/api/orders", { sku: product, quantity: 1 }, { headers: { "Idempotency-Key": crypto.randomUUID() } }));
        const balance = async () => Number((await json(await call("GET", "/api/accounts/A1"))).balance);
        const before = await balance();
        const got = await hundred(() => postJson("/api/orders/" + order.orderId + "/payments", { accountId: "A1", amount: order.amount }));
        return [facts([...summary(got), [text.paid, (before - (await balance())).toFixed(2)]])];
    },
};

Object.assign(scenarios, {
    async cancelOrPay() {
        const order = await json(await postJson("/api/orders", { sku: product, quantity: 1 }, { headers: { "Idempotency-Key": crypto.randomUUID() } }));
        const before = await stock();
        const path = "/api/orders/" + order.orderId;
        const rows = await Promise.all(Array.from({ length: 6 }, async (_, number) => number % 2
            ? ["cancel", await untilAnswered(() => call("POST", path + "/cancellation"))]
            : ["pay", await untilAnswered(() => postJson(path + "/payments", { accountId: "A1", amount: order.amount }))]));
        const now = await json(await call("GET", path));
        return [facts([[text.final, now.status], [text.stock, before - (await stock()) + 1]]), answers(rows)];
    },

    async refunds() {
        const order = await json(await postJson("/api/orders", { sku: product, quantity: 4 }, { headers: { "Idempotency-Key": crypto.randomUUID() } }));
        const path = "/api/orders/" + order.orderId;
        await json(await postJson(path + "/payments", { accountId: "A1", amount: order.amount }));
        const balance = async () => Number((await json(await call("GET", "/api/accounts/A1"))).balance);
        const before = await balance();
        const rows = await Promise.all(Array.from({ length: 10 }, async (_, number) => {
            const key = crypto.randomUUID();
            return [String(number + 1), await untilAnswered(() => postJson(path + "/refunds", { amount: "15.00" }, { headers: { "Idempotency-Key": key } }))];
        }));
        return [facts([[text.answers, tally(rows.map(([, answer]) => answer.status))], [text.back, ((await balance()) - before).toFixed(2)]]), answers(rows)];
    },

    async hot() {
        const before = await total();
        const got = await Promise.all(Array.from({ length: 50 }, () => {
            const key = crypto.randomUUID();
            return untilAnswered(() => postJson("/api/orders", { sku: "SKU-HOT", quantity: 1 }, { headers: { "Idempotency-Key": key } }));
        }));
        const left = (await json(await call("GET", "/api/products/SKU-HOT"))).stock;
        return [facts([[text.answers, tally(got.map(answer => answer.status))], [text.orders, (await total()) - before], [text.left, left]])];
    },

    async coupon() {
        const got = await hundred(() => call("POST", "/api/coupons/WELCOME/claims"));
        return [facts([[text.copies, got.length], [text.answers, tally(got.map(answer => answer.status))], [text.bodies, new Set(got.map(answer => answer.body)).size]])];
    },

    async register() {
        const number = crypto.randomUUID().slice(0, 8);
        const got = await Promise.all(Array.from({ length: 20 }, (_, who) => untilAnswered(() =>
            postJson("/api/users", { username: "u" + who + number, phone: number, email: "u" + who + number + "@example.org" }))));
        const customers = got.filter(answer => answer.status === 201).length;
        return [facts([[text.answers, tally(got.map(answer => answer.status))], [text.customers, customers]]),
            answers(got.slice(0, 3).map((answer, index) => [String(index + 1), answer]))];
    },

    async editors() {
        const path = "/api/products/SKU-20";
        const seen = await call("GET", path);
        const etag = seen.headers.get("ETag");
        const { price, stock: pieces } = await json(seen);
        const save = async () => read(await call("PUT", path, {
            headers: { "Content-Type": "application/json", "If-Match": etag },
            body: JSON.stringify({ price, stock: pieces }),
        }));
        const [one, two] = await Promise.all([save(), save()]);
        return [answers([["If-Match: " + etag, one], ["If-Match: " + etag, two]])];
    },
});

// What a payment provider does: the shop's own simulated one signs and sends it, and its answers come back here.
const OTHER = { standard: "alipay", stripe: "wechatpay", wechatpay: "alipay", alipay: "wechatpay" };

async function orderWithPayments(...channels) {
    const order = await json(await postJson("/api/orders", { sku: product, quantity: 1 }, { headers: { "Idempotency-Key": crypto.randomUUID() } }));
    const paymentNos = [];
    for (const channel of channels) {
        const checkout = await postJson("/api/orders/" + order.orderId + "/checkout", { channel }, { headers: { "Idempotency-Key": crypto.randomUUID() } });
        paymentNos.push((await json(checkout)).paymentNo);
    }
    return [order, paymentNos];
}

async function told(scenario, order, paymentNos) {
    const sent = await json(await postJson("/api/simulations/" + scenario, { paymentNos }));
    const path = "/api/orders/" + order.orderId;
    const history = await json(await call("GET", path + "/history"));
    return [
        facts([[text.final, (await json(await call("GET", path))).status], [text.history, history.map(entry => entry.to).join(" → ")]]),
        answers(sent.map(attempt => [
            attempt.kind + " " + attempt.notice,
            { status: attempt.status || text.aborted, replayed: false, body: attempt.answer || "–" },
        ])),
    ];
}

const channel = () => document.getElementById("channel").value;

function callback(scenario) {
    return async () => told(scenario, ...await orderWithPayments(channel()));
}

Object.assign(scenarios, {
    callbackCopies: callback("burst"),
    callbackLost: callback("lostAcknowledgements"),
    callbackOrder: callback("outOfOrder"),
    callbackFailed: callback("failedAfterPaid"),
    callbackAmount: callback("wrongAmount"),
    callbackForged: callback("tampered"),
    callbackReplayed: callback("replayWithChangedTimestamp"),

    async callbackTwice() {
        return told("twoChannels", ...await orderWithPayments(channel(), OTHER[channel()]));
    },

    async callbackLate() {
        const [order, paymentNos] = await orderWithPayments(channel());
        await json(await call("POST", "/api/orders/" + order.orderId + "/cancellation"));
        return told("late", order, paymentNos);
    },
});

// Takes the order list and the stock out of a fresh copy of the page; the form keeps its token.
async function refresh() {
    const html = await (await fetch("/?user=" + encodeURIComponent(text.user))).text();
    const fresh = new DOMParser().parseFromString(html, "text/html");
    for (const id of ["orders", "total"]) {
        document.getElementById(id).replaceWith(fresh.getElementById(id));
    }
    const chosen = document.getElementById("sku").value;
    document.getElementById("sku").replaceChildren(...fresh.getElementById("sku").children);
    document.getElementById("sku").value = chosen;
}

box.addEventListener("click", async event => {
    const name = event.target.dataset.run;
    if (!name) {
        return;
    }
    const buttons = box.querySelectorAll("button");
    buttons.forEach(button => { button.disabled = true; });
    result.replaceChildren(element("p", text.running));
    try {
        result.replaceChildren(...await scenarios[name]());
        await refresh();
    } catch (failure) {
        result.replaceChildren(element("p", text.failed + " " + failure.message));
    } finally {
        buttons.forEach(button => { button.disabled = false; });
        event.target.focus();
    }
});
