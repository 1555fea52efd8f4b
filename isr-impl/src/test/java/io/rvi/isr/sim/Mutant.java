package io.rvi.isr.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ReplicaCore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/**
 * The protocol and its simulator with a {@link Mutation}: the changed sources are compiled beside
 * the real classes, and all classes of both packages are loaded a second time with the changed ones
 * among them. Production code knows nothing of it.
 */
final class Mutant {
  private static final Path SOURCES = Path.of("src/main/java/io/rvi/isr");
  private static final List<String> PACKAGES = List.of("io.rvi.isr.protocol.", "io.rvi.isr.sim.");

  private Mutant() {}

  /**
   * Makes a mutant.
   *
   * @return what a {@link MutantProbe} within it answers
   * @throws AssertionError if the source is not what the mutation expects, or does not compile
   */
  static Function<String, String> of(Mutation mutation) {
    Map<String, byte[]> compiled = compile(mutation.id(), mutated(mutation));
    ClassLoader loader = new ChildFirst(compiled);
    try {
      Class<?> probe = loader.loadClass(MutantProbe.class.getName());
      @SuppressWarnings("unchecked") // it implements just that
      Function<String, String> loaded =
          (Function<String, String>) probe.getConstructor().newInstance();
      return loaded;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(mutation + " cannot be loaded", e);
    }
  }

  /** The changed sources, by file. */
  private static Map<String, String> mutated(Mutation mutation) {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Mutation.Edit edit : mutation.edits()) {
      String source = sources.computeIfAbsent(edit.file(), Mutant::read);
      int at = source.indexOf(edit.find());
      boolean once = at >= 0 && source.indexOf(edit.find(), at + 1) < 0;
      if (!once) {
        throw new AssertionError(
            mutation.id()
                + " does not fit the source any more: "
                + edit.file()
                + (at < 0 ? " does not contain" : " contains more than once")
                + "\n"
                + edit.find()
                + "\nAdapt the mutation, so that it still takes away: "
                + mutation.rule());
      }
      String after = source.substring(at + edit.find().length());
      sources.put(edit.file(), source.substring(0, at) + edit.replace() + after);
    }
    return sources;
  }

  private static String read(String file) {
    try {
      return Files.readString(SOURCES.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> compile(String id, Map<String, String> sources) {
    JavaCompiler compiler =
        requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed, not a JRE");
    String classPath =
        Stream.of(ReplicaCore.class, NodeId.class, NullMarked.class)
            .map(Mutant::locationOf)
            .collect(Collectors.joining(System.getProperty("path.separator")));
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((file, text) -> units.add(new Source(file, text)));
    StringWriter complaints = new StringWriter();
    try (Output output = new Output(compiler.getStandardFileManager(null, null, UTF_8))) {
      List<String> options = List.of("-proc:none", "-nowarn", "-implicit:none", "-cp", classPath);
      if (!compiler.getTask(complaints, output, null, options, null, units).call()) {
        throw new AssertionError(id + " does not compile:\n" + complaints);
      }
      return output.classes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A source in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(URI.create("mutant:///" + file), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps the compiled classes in memory. */
  private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    Output(JavaFileManager manager) {
      super(manager);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mutant:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return written.computeIfAbsent(className, name -> new ByteArrayOutputStream());
        }
      };
    }

    Map<String, byte[]> classes() {
      return written.entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toByteArray()));
    }
  }

  /** Loads the classes of both packages itself, the changed ones from memory. */
  private static final class ChildFirst extends ClassLoader {
    private final Map<String, byte[]> changed;

    ChildFirst(Map<String, byte[]> changed) {
      super(Mutant.class.getClassLoader());
      this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (PACKAGES.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      byte[] bytes = changed.get(name);
      if (bytes == null) {
        String resource = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(resource)) {
          if (in == null) {
            throw new ClassNotFoundException(name);
          }
          bytes = in.readAllBytes();
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
