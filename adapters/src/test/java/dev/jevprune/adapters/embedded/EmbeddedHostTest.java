package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedHostTest {
  @TempDir Path folder;
  private EmbeddedHost host;
  private SimulatedPi pi;

  @BeforeEach
  void open() {
    open(HostSettings.in(folder));
  }

  private void open(HostSettings settings) {
    host = EmbeddedHost.open(settings);
    pi = host.pi(PiSettings.standard("s-1"));
  }

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void handsTheHandlerADeepCopyAndSendsWhatTheHandlerMadeOfIt() {
    pi.loadSource(
        "/x.js",
        "(pi) => pi.on('context', async (event) => { await null; event.messages[0].content = 'changed'; })");
    pi.start("startup");
    pi.append("[{\"role\":\"user\",\"content\":\"hello\"}]");

    Pending request = pi.request();

    assertThat(request.value())
        .isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":\"changed\"}],\"returned\":0}");
    assertThat(pi.conversation()).contains("hello");
  }

  @Test
  void recordsWhatAHandlerThrowsAndKeepsItsEdits() {
    pi.loadSource(
        "/x.js",
        "(pi) => pi.on('context', (event) => { event.messages[0].content = 'half'; throw new Error('boom'); })");
    pi.append("[{\"role\":\"user\",\"content\":\"hello\"}]");

    assertThat(pi.request().value()).contains("half");
    assertThat(pi.failures()).containsExactly(new SimulatedPi.Failure("/x.js", "context", "boom"));
  }

  @Test
  void recordsRejectionsAndTimersThatWouldEndARealHost() {
    pi.loadSource(
        "/x.js",
        "(pi) => { Promise.reject(new Error('lost')); setTimeout(() => { throw new Error('late'); }, 50); }");
    host.advance(Duration.ofMillis(49));
    assertThat(host.crashes()).containsExactly("rejection: Error: lost");
    host.advance(Duration.ofMillis(1));
    assertThat(host.crashes()).containsExactly("rejection: Error: lost", "timer: Error: late");
  }

  @Test
  void makesACapturedContextStaleWhenTheSessionIsReplaced() {
    pi.loadSource(
        "/x.js",
        "(pi) => pi.on('session_start', (e, ctx) => { globalThis.kept ??= ctx; if (globalThis.kept !== ctx) globalThis.kept.ui; })");
    pi.start("startup");
    pi.newSession("s-2");
    assertThat(pi.failures())
        .singleElement()
        .satisfies(each -> assertThat(each.error()).contains("stale"));
  }

  @Test
  void keepsTheSummaryAndTheKeptEntriesAfterACompaction() {
    pi.start("startup");
    String first = pi.append("[{\"role\":\"user\",\"content\":\"one\"}]");
    String kept = pi.append("[{\"role\":\"user\",\"content\":\"two\"}]");
    pi.compact(kept, Optional.of("manual"));
    pi.append("[{\"role\":\"user\",\"content\":\"three\"}]");
    assertThat(first).isNotEqualTo(kept);
    assertThat(pi.conversation())
        .doesNotContain("one")
        .contains("compactionSummary", "two", "three");
  }

  @Test
  void numbersACommandThatTwoExtensionsOffer() {
    pi.loadSource(
        "/a.js",
        "(pi) => pi.registerCommand('x', {handler: (args, ctx) => ctx.ui.notify('a' + args)})");
    pi.loadSource(
        "/b.js",
        "(pi) => pi.registerCommand('x', {handler: (args, ctx) => ctx.ui.notify('b' + args)})");
    assertThat(pi.command("/x 1").value()).isEqualTo("\"unknown\"");
    assertThat(pi.command("/x:2 1").value()).isEqualTo("\"handled\"");
    assertThat(pi.notices()).containsExactly(new SimulatedPi.Notice("b1", "info"));
  }

  @Test
  void hashesAndCountsTextAsNodeDoes() {
    host.addFile(
        "/x/probe.js",
        """
        import { createHash, hash } from 'node:crypto';
        export default () => {
          console.log(createHash('sha256').update('ab', 'utf8').update('c').digest('hex'), hash('sha256', 'abc'));
          console.log(Buffer.byteLength('é€😀'), Buffer.byteLength('\\ud800'), hash('sha256', '\\ud800') === hash('sha256', '\\ufffd'));
          const frame = Buffer.alloc(6); frame.writeUInt32BE(258); frame.write('é', 4);
          console.log(frame.readUInt32BE(0), Buffer.concat([frame.subarray(4), Buffer.from('x')]).toString('utf8'));
        };
        """);
    assertThat(pi.loadFile("/x/probe.js").error()).isEmpty();
    String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assertThat(host.printed()).containsExactly(abc + " " + abc, "9 3 true", "258 éx");
  }

  @Test
  void readsAndWritesOnlyInItsFolder() throws Exception {
    Files.writeString(folder.resolve("there"), "text");
    host.addFile(
        "/x/probe.js",
        """
        import * as fs from 'node:fs';
        import { join } from 'node:path';
        const code = (run) => { try { run(); return 'done'; } catch (e) { return e.code; } };
        export default () => {
          const at = (name) => join(process.cwd(), name);
          console.log(fs.readFileSync(at('there'), 'utf8'), fs.statSync(at('there')).size, fs.statSync(at('there'), { bigint: true }).mtimeNs > 0n);
          console.log(code(() => fs.statSync(at('gone'))), code(() => fs.closeSync(fs.openSync(at('new'), 'wx'))), code(() => fs.openSync(at('new'), 'wx')));
          console.log(code(() => fs.readFileSync('/etc/passwd', 'utf8')), fs.lstatSync(process.cwd()).isDirectory(), fs.statSync(process.cwd()).uid === process.getuid());
        };
        """);
    assertThat(pi.loadFile("/x/probe.js").error()).isEmpty();
    assertThat(host.printed())
        .containsExactly("text 4 true", "ENOENT done EEXIST", "ENOENT true true");
  }

  @Test
  void failsAnImportThatIsNotThere() {
    host.addFile("/x/probe.js", "import './missing.mjs'; export default () => {};");
    assertThat(pi.loadFile("/x/probe.js").error()).isPresent();
  }

  @Test
  void carriesBytesBetweenASocketAndTheTest() {
    List<String> received = new ArrayList<>();
    host.close();
    open(
        HostSettings.in(folder)
            .with(
                new Network() {
                  @Override
                  public Consumer<byte[]> connect(String path, Peer peer) {
                    peer.open();
                    return bytes -> {
                      received.add(path + ":" + Utf8.decode(bytes));
                      peer.data(bytes);
                      peer.end();
                    };
                  }

                  @Override
                  public Spawned spawn(List<String> command, Map<String, String> environment) {
                    received.add(command + " " + environment);
                    return Spawned.MISSING;
                  }
                }));
    host.addFile(
        "/x/probe.js",
        """
        import net from 'node:net';
        import { spawn } from 'node:child_process';
        export default () => {
          const socket = net.createConnection('/s');
          socket.on('connect', () => socket.write('é'));
          socket.on('data', (bytes) => console.log('data', bytes.toString('utf8')));
          socket.on('close', () => console.log('closed'));
          spawn('java', ['-x'], { env: { A: 'b' } }).on('error', (e) => console.log(e.code));
        };
        """);
    assertThat(pi.loadFile("/x/probe.js").error()).isEmpty();
    host.advance(Duration.ofMillis(20));
    assertThat(received).containsExactly("[java, -x] {A=b}", "/s:é");
    assertThat(host.printed()).containsExactly("ENOENT", "data é", "closed");
  }
}
