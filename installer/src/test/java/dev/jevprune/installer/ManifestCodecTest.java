package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.Digest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ManifestCodecTest {
  private static final Path PLACE = Path.of("/data/install.json");

  @Property(tries = 200)
  void readsWhatItWrote(@ForAll("manifests") Manifest manifest) {
    assertThat(ManifestCodec.read(PLACE, ManifestCodec.write(manifest).bytes()))
        .isEqualTo(manifest);
  }

  @Example
  void refusesRelativePaths() {
    Manifest manifest =
        new Manifest(
            "1",
            Path.of("/data"),
            true,
            List.of(),
            List.of(Path.of("/a/../b")),
            List.of(),
            List.of(),
            List.of());
    assertThatThrownBy(() -> ManifestCodec.read(PLACE, ManifestCodec.write(manifest).bytes()))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("/data/install.json")
        .hasMessageContaining("not absolute");
  }

  @Example
  void refusesAnUnknownKindOfFile() {
    String text =
        new String(
                ManifestCodec.write(
                        new Manifest(
                            "1",
                            Path.of("/data"),
                            true,
                            List.of(owned("/a", 'a')),
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of()))
                    .bytes(),
                StandardCharsets.UTF_8)
            .replace("\"runtime\"", "\"thing\"");
    assertThatThrownBy(() -> ManifestCodec.read(PLACE, text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Problem.class);
  }

  private static Manifest.Owned owned(String path, char digit) {
    return new Manifest.Owned(
        Path.of(path),
        Optional.empty(),
        FileKind.RUNTIME,
        new Digest(String.valueOf(digit).repeat(64)),
        Optional.empty());
  }

  @Provide
  Arbitrary<Manifest> manifests() {
    Arbitrary<Path> paths =
        Arbitraries.strings()
            .withChars("aZ '\"\\&%é家@|")
            .ofMinLength(1)
            .ofMaxLength(8)
            .map(name -> Path.of("/root", name));
    Arbitrary<Digest> digests =
        Arbitraries.strings().withChars("0123456789abcdef").ofLength(64).map(Digest::new);
    Arbitrary<Manifest.Owned> files =
        Combinators.combine(
                paths,
                paths.optional(),
                Arbitraries.of(FileKind.class),
                digests,
                digests.optional())
            .as(Manifest.Owned::new);
    Arbitrary<Manifest.Target> targets =
        Combinators.combine(
                Arbitraries.of(Namespace.class),
                paths,
                Arbitraries.of(true, false),
                Arbitraries.of(true, false),
                paths.optional(),
                paths)
            .as(Manifest.Target::new);
    Arbitrary<Manifest.Edit> edits =
        Combinators.combine(
                paths,
                paths,
                Arbitraries.of(FileKind.class),
                Arbitraries.integers().between(0, 9),
                Arbitraries.strings().withChars("a\r\n- é").ofMaxLength(5),
                digests)
            .as(Manifest.Edit::new);
    return Combinators.combine(
            Arbitraries.of("0.1.0", "9"),
            paths,
            Arbitraries.of(true, false),
            files.list().ofMaxSize(4),
            paths.list().ofMaxSize(4),
            targets.list().ofMaxSize(2),
            edits.list().ofMaxSize(2),
            paths.list().ofMaxSize(2))
        .as(Manifest::new);
  }
}
